import ParaphWire

extension Sample {
    static let documents: [Sample] = [
        Sample(
            DocumentHistory(
                id: id,
                createdAt: now,
                isForked: false,
                isParticipant: true,
                file: .current,
                fileVersion: 2,
                versions: [version],
                storedFile: storedFile
            )
        ),
        Sample(storedFile),
        Sample(invitation),
        Sample(all: DocumentHistory.FileState.self),
        Sample(version),
        Sample(signature),
        Sample(circumstances),
        Sample(DocumentSave(previousHash: hash, hash: hash, signatures: [id], documentId: otherID)),
        Sample(SavedDocument(id: id, isFork: true)),
        Sample(SealOffer(size: 16_384)),
        sealRequest,
        Sample(sealClaims),
        Sample(DocumentSeal(contents: bytes)),
        Sample(SealVerdictRequest(seals: [sealToJudge])),
        Sample(sealToJudge),
        Sample(SealVerdicts(verdicts: [verdict])),
        Sample(verdict, SealVerdict(state: .valid, signerName: "North Bank", sealedAt: now)),
        Sample(all: SealVerdict.State.self),
        Sample(all: SealVerdict.Reason.self),
        Sample(HandOverRequest(hash: hash, name: "lease.pdf")),
        Sample(
            HandOver(
                id: id,
                status: .drawn,
                hash: hash,
                name: "lease.pdf",
                deviceId: otherID,
                deviceName: "Desk",
                isHere: true,
                createdAt: now,
                expiresAt: later,
                signatureId: id,
                audience: "https://a.example",
                ink: .black,
                drawing: bytes
            )
        ),
        Sample(all: HandOver.Status.self),
        Sample(all: InkColor.self),
    ]

    static let files: [Sample] = [
        Sample(file),
        Sample(FileUpload(name: "lease.pdf", size: 1_048_576)),
        Sample(FileRename(name: "lease.pdf")),
        Sample(UploadToken(token: "c2VhbGVk", expiresAt: later)),
        Sample(FileReader(id: otherID, name: "Boris", email: "boris@example.org")),
        Sample(FileInvitation(email: "boris@example.org")),
        Sample(FileMail(to: ["boris@example.org"], text: "Signed.")),
        Sample(
            FileSigning(
                signatureId: id,
                seenHash: hash,
                ink: .black,
                photo: bytes,
                field: "Tenant",
                page: 1,
                box: [72, 72.5, 216, 144],
                password: "open sesame",
                form: [fieldValue]
            )
        ),
        Sample(fieldValue),
        Sample(FileDraft(id: id, digest: digest, previousHash: hash, signedSince: ["Boris"])),
    ]

    private static let circumstances = DocumentHistory.Circumstances(
        clientTime: "21.11.2026 10:07:59",
        latitude: 59.9386,
        longitude: 30.3141,
        country: "Россия",
        countryCode: "RU",
        city: "Санкт-Петербург",
        address: "Невский проспект, 1",
        deviceVersion: "iPad14,1",
        osVersion: "18.1"
    )

    private static let signature = DocumentHistory.Signature(
        id: id,
        userName: "Анна",
        companyName: "North Bank",
        position: "Director",
        at: now,
        similarity: 0.875,
        isMatch: true,
        refusal: Open(.replay),
        application: "com.example.north",
        photoOrientation: 6,
        hasInk: true,
        drawnFor: 1,
        circumstances: circumstances
    )

    private static let version = DocumentHistory.Version(
        number: 2,
        previous: 1,
        hash: hash,
        savedAt: now,
        savedBy: "Анна",
        isNewest: true,
        signatures: [signature]
    )

    private static let sealClaims = SealClaims(
        aud: "https://a.example",
        dec: "seal",
        dig: digest.text,
        doc: hash,
        iat: 1_795_000_000,
        sig: id
    )

    private static let sealRequest = Sample(
        SealRequest(signatureId: id, previousHash: hash, digest: digest, assertion: "e30.e30.AA"),
        SealRequest(
            signatureId: id,
            previousHash: hash,
            digest: digest,
            passkey: PasskeyStatement(
                claims: sealClaims,
                credentialId: bytes,
                clientDataJSON: bytes,
                authenticatorData: bytes,
                signature: bytes
            )
        )
    )

    private static let sealToJudge = SealToJudge(
        contents: bytes,
        sha256: digest,
        sha384: Base64URL((0..<48).map { UInt8($0) }),
        sha512: Base64URL((0..<64).map { UInt8($0) })
    )
    private static let verdict = SealVerdict(state: .invalid, reason: .contentChanged, signerName: "North Bank", sealedAt: now)

    private static let storedFile = DocumentHistory.DocumentFile(fileId: id, name: "lease.pdf", owner: "Анна", invitations: [invitation])
    private static let invitation = DocumentHistory.Invitation(name: "Boris", at: now)

    private static let file = StoredFile(
        id: id,
        name: "lease.pdf",
        size: 1_048_576,
        received: 1_048_576,
        hash: hash,
        version: 2,
        documentId: otherID,
        isOwn: true,
        ownerName: "Анна",
        signerName: "Boris",
        signatures: 2,
        openFields: 1,
        isSignedByMe: true,
        invited: 2,
        unsigned: 1,
        isChanged: true,
        waitsFor: ["Boris"],
        changedAt: now,
        expiresAt: now
    )

    private static let fieldValue = FormFieldValue(field: "tenant.name", text: "Анна", choices: ["one", "two"])
}
