import ParaphWire

extension RegisterPage {
    var title: String { "register.title" }
    var scripts: [String] { ["Register/register.js"] }

    func values(_ phrases: Phrases) -> [String: Any] {
        var values = person.map { $0.fields } ?? [:]
        values.merge(consent.values(phrases)) { $1 }
        values["registered"] = person?.email.lowercased()
        values["country"] = country
        values["today"] = CivilDate.today
        values["photoLabel"] = phrases["photo.label"]
        values["camera"] = true
        values["padName"] = "draw"
        values["primary"] = phrases["draw.next"]
        return values
    }
}

extension ConsentText {
    /// The text as the consent's templates take it.
    func values(_ phrases: Phrases) -> [String: Any] {
        [
            "consentVersion": version, "consentText": text,
            "consentVersionLine": phrases["consent.version", ["version": version]],
        ]
    }
}

extension Person {
    /// The profile as the fields' templates take it; what was never said is absent.
    var fields: [String: Any] {
        var values: [String: Any] = ["email": email, "userName": profile.userName]
        values["username"] = username
        values["companyName"] = profile.companyName
        values["position"] = profile.position
        values["phoneNumber"] = profile.phoneNumber
        values["birthday"] = profile.birthday
        values["female"] = profile.sex == .female
        values["male"] = profile.sex == .male
        if hasPhoto { values["photo"] = IdentityEndpoints.photo.path }
        values["removable"] = hasPhoto
        return values
    }
}
