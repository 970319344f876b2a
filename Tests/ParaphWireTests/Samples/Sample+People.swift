import ParaphWire

extension Sample {
    static let people: [Sample] = [
        Sample(
            RegistrationRequest(
                email: "anna@example.org",
                profile: profile,
                username: "anna",
                language: "ru",
                consentVersion: "2026-11",
                place: place
            )
        ),
        Sample(place),
        Sample(profile),
        Sample(all: Profile.Sex.self),
        Sample(RegistrationReceipt(id: id, expiresAt: later, resendAfter: 60)),
        Sample(RegistrationConfirmation(code: "012345", device: deviceKey)),
        Sample(
            Person(
                id: id,
                email: "anna@example.org",
                isEmailProved: true,
                username: "anna",
                profile: profile,
                language: "ru",
                hasPhoto: true,
                hasPlace: true,
                tellsCircumstances: true,
                signature: signatureStatus,
                consent: consent,
                recoveryCodesLeft: 10,
                createdAt: now
            )
        ),
        Sample(consent),
        Sample(PersonUpdate(profile: profile, username: "anna", language: "fr", approval: "approval")),
        Sample(ConsentText(version: "2026-11", language: "fr", text: "Je consens.")),
        Sample(ConsentRequest(version: "2026-11", approval: "approval")),
        Sample(
            ActivityItem(
                id: "42",
                kind: "fileShared",
                title: "You invited Борис",
                isWarning: true,
                at: now,
                appName: "North Bank",
                deviceName: "Phone",
                similarity: 0.875,
                personName: "Борис",
                about: [.init(.file, id), .init(.document, id)]
            )
        ),
        Sample(ActivityItem.Thing(.file, id)),
        Sample(EnrolmentRequest(samples: [bytes], approval: "approval", replaces: true)),
        Sample(
            EnrolmentResult(
                id: id,
                status: .more,
                countModel: 5,
                countExist: 4,
                countRequired: 5,
                countIncorrect: 1,
                accepted: [0, 1],
                rejected: [.init(index: 2, reason: Open(.tooShort))],
                complexity: 0.5,
                warnings: [Open(.inconsistent)]
            )
        ),
        Sample(EnrolmentResult.RejectedSample(index: 2, reason: Open(.tooShort))),
        Sample(all: EnrolmentResult.Status.self),
        Sample(all: SampleRefusal.self),
        Sample(all: EnrolmentWarning.self),
        Sample(SampleCheckRequest(sample: bytes)),
        Sample(SampleCheckResult(isUsable: false, reason: Open(.tooShort))),
        Sample(signatureStatus),
        Sample(SigningCircumstances(place: spot, photo: bytes)),
        Sample(spot),
    ]

    private static let spot = SigningCircumstances.Place(latitude: 59.9386, longitude: 30.3141)
    private static let place = RegistrationPlace(latitude: 59.9386, longitude: 30.3141, country: "Россия", city: "Санкт-Петербург")
    private static let consent = Person.Consent(version: "2026-11", givenAt: now)

    private static let profile = Profile(
        userName: "Анна",
        companyName: "North Bank",
        position: "Director",
        phoneNumber: "+78120000000",
        birthday: "1990-02-28",
        sex: .female
    )

    private static let signatureStatus = SignatureStatus(
        isEnrolled: true,
        createdAt: now,
        referenceCount: 5,
        complexity: 0.5,
        isDrawnByTouch: false
    )
}
