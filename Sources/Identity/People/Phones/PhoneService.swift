import Hummingbird
import ParaphStorage
import ParaphWire
import ServerKit

/// Lets people show that the telephone number of their profile is theirs, by a code that is texted to it, and have notices texted there.
///
/// A number opens nothing: a new holder of it gets no further into the account.
struct PhoneService: Sendable {
    let environment: IdentityEnvironment

    /// How many wrong codes end one.
    static let tryLimit = 5
    /// How long a code is good, in seconds.
    static let lifetime: Int64 = 600

    func addRoutes(to router: Router<ParaphContext>) {
        router.on(IdentityEndpoints.phone) { _, _, context in
            let personID = try context.requireSessionPersonID()
            return try await environment.database.read { try status(of: personID, in: $0) }
        }
        router.on(IdentityEndpoints.textPhoneCode) { _, _, context in try await textCode(to: context.requireSessionPersonID()) }
        router.on(IdentityEndpoints.confirmPhone, limit: 4096) { given, _, context in
            try await confirm(given.code, of: context.requireSessionPersonID())
        }
        router.on(IdentityEndpoints.textNotices) { _, _, context in
            try await textNotices(true, to: context.requireSessionPersonID())
            return Nothing()
        }
        router.on(IdentityEndpoints.endTextNotices) { _, _, context in
            try await textNotices(false, to: context.requireSessionPersonID())
            return Nothing()
        }
    }

    /// How the number of a person's profile stands, but for a code that is on its way.
    func standing(of person: PersonRecord, in tx: any ReadTransaction) throws -> PhoneStatus {
        PhoneStatus(
            isAvailable: environment.texts.isAvailable,
            number: person.profile.phoneNumber,
            isProved: person.provedPhone != nil,
            getsNotices: try TextNoticeStore.contains(person.id, in: tx)
        )
    }

    private func status(of personID: String, in tx: any ReadTransaction) throws -> PhoneStatus {
        let person = try PersonService.find(personID, keys: environment.keys, in: tx)
        var status = try standing(of: person, in: tx)
        if let code = try code(of: person, in: tx) {
            status.code = PhoneStatus.Code(
                state: try environment.texts.state(of: code.messageID, in: tx) ?? .failed,
                triesLeft: max(0, Self.tryLimit - code.failures),
                expiresAt: code.expiresAt
            )
        }
        return status
    }

    /// The code that is good for the number that the profile has now.
    private func code(of person: PersonRecord, in tx: any ReadTransaction) throws -> PhoneCodeRecord? {
        let code = try PhoneCodeStore.find(of: person.id, at: environment.time.now(), keys: environment.keys, in: tx)
        return code.flatMap { $0.contents.number == person.profile.phoneNumber ? $0 : nil }
    }

    /// Texts a new code.
    ///
    /// - Throws: a ``Problem``: `textsUnavailable`, `alreadyProved`, or `tooManyCodes` that says when to come again.
    func textCode(to personID: String) async throws -> PhoneStatus {
        try await environment.database.write { [environment] tx in
            let now = environment.time.now()
            let person = try PersonService.find(personID, keys: environment.keys, in: tx)
            guard environment.texts.isAvailable, let number = person.profile.phoneNumber else { throw Problem.textsUnavailable }
            guard person.provedPhone == nil else { throw Problem.phoneAlreadyProved }
            let (digits, expiresAt) = (OneTimeCode.random().digits, now.adding(seconds: Self.lifetime))
            let text = OutgoingText(
                to: number,
                text: Self.words[person.language].replacing("{code}", with: digits),
                personID: personID,
                expiresAt: expiresAt,
                purpose: .code
            )
            switch try environment.texts.enqueue(text, in: tx) {
            case .held(let seconds): throw Problem.tooMany(.tooManyCodes, retryAfter: seconds)
            case .taken(let id):
                let record = PhoneCodeRecord(
                    personID: personID,
                    contents: .init(number: number, digits: digits),
                    messageID: id,
                    failures: 0,
                    expiresAt: expiresAt
                )
                try PhoneCodeStore.put(record, keys: environment.keys, in: tx)
            }
            return try status(of: personID, in: tx)
        }
    }

    /// Looks at a code; the right one makes the number the person's.
    ///
    /// - Throws: a ``Problem``: `challengeOver` where no code is good, `triesUsedUp`, or a `malformed` one where the code is wrong.
    func confirm(_ typed: String, of personID: String) async throws -> PhoneStatus {
        let digits = typed.filter { $0 != " " && $0 != "-" && $0 != "\u{A0}" }
        let outcome: Result<PhoneStatus, Problem> = try await environment.database.write { [environment] tx in
            let person = try PersonService.find(personID, keys: environment.keys, in: tx)
            guard let code = try code(of: person, in: tx) else { return .failure(Problem.noPhoneCode) }
            guard code.failures < Self.tryLimit else { return .failure(Problem.phoneTriesUsedUp) }
            guard SecretHash(of: digits) == SecretHash(of: code.contents.digits) else {
                try PhoneCodeStore.addFailure(of: personID, in: tx)
                let left = Self.tryLimit - code.failures - 1
                return .failure(
                    Problem.invalid("code", .wrong, "is not the code that was texted; \(left.counted("try is", "tries are")) left")
                )
            }
            try PersonStore.change(personID, keys: environment.keys, in: tx) { $0.provedPhone = code.contents.number }
            try PhoneCodeStore.delete(of: personID, in: tx)
            try ActivityStore.append(.phoneProved, of: personID, at: environment.time.now(), in: tx)
            return .success(try status(of: personID, in: tx))
        }
        return try outcome.get()
    }

    /// Has the operator's notices texted, or no more.
    ///
    /// - Throws: a `phoneNotProved` ``Problem``.
    func textNotices(_ isWanted: Bool, to personID: String) async throws {
        try await environment.database.write { [environment] tx in
            guard isWanted else { return try TextNoticeStore.delete(personID, in: tx) }
            let person = try PersonService.find(personID, keys: environment.keys, in: tx)
            guard person.provedPhone != nil else { throw Problem.phoneNotProved }
            try TextNoticeStore.insert(personID, at: environment.time.now(), in: tx)
        }
    }

    /// Short enough for one message in each language, and says nothing of who gets it.
    private static let words = LocalizedText(
        en: "{code} is your Paraph code for this phone number. It is good for 10 minutes. Tell it to nobody.",
        ru: "Код Paraph: {code}. Действует 10 минут. Никому его не сообщайте.",
        fr: "Code Paraph\u{A0}: {code}. Valable 10 minutes. Ne le donnez à personne."
    )
}

extension Problem {
    fileprivate static let textsUnavailable = Problem.conflict(
        .textsUnavailable,
        "This server sends no text messages, or your profile has no telephone number."
    )
    fileprivate static let phoneAlreadyProved = Problem.conflict(.alreadyProved, "This telephone number is confirmed already.")
    fileprivate static let noPhoneCode = Problem.conflict(.challengeOver, "No code is good for this number; ask for a new one.")
    fileprivate static let phoneTriesUsedUp = Problem.conflict(.triesUsedUp, "Five codes were wrong; ask for a new one.")
    fileprivate static let phoneNotProved = Problem.conflict(.phoneNotProved, "Confirm your telephone number first.")
}
