import ParaphStorage
public import ParaphWire
public import ServerKit

/// What the operator tells everybody who has an account, by `paraph admin notice`; every change is audited.
public struct AnnouncementAdministration: Sendable {
    private let environment: IdentityEnvironment

    /// Makes the administration of a domain.
    public init(_ domain: IdentityDomain) {
        environment = domain.environment
    }

    /// What is not over, in a language, the next to begin first.
    public func standing(in language: Language) async throws -> [Announcement] {
        let now = environment.time.now()
        return try await environment.database.read { try AnnouncementStore.standing(at: now, in: $0) }.map { $0.wire(in: language) }
    }

    /// Tells everybody something, at once.
    ///
    /// - Parameters:
    ///   - english: What is told; 1 to 500 characters that show. So are the others.
    ///   - russian: The same.
    ///   - french: The same.
    ///   - startsAt: When what it tells of begins; `nil` for now.
    ///   - endsAt: When that is over, which is to come.
    ///   - isTexted: Whether it is to be texted too, so that its words must be shorter.
    /// - Returns: the announcement, in English.
    /// - Throws: a `malformed` ``Problem`` that names what is wrong; twenty stand at most.
    public func send(
        english: String,
        russian: String,
        french: String,
        startsAt: Timestamp?,
        endsAt: Timestamp,
        isTexted: Bool = false
    ) async throws -> Announcement {
        for (name, text) in [("en", english), ("ru", russian), ("fr", french)] {
            try TextRules.check(text, name: name, length: 1...(isTexted ? Self.textLimit : 500))
        }
        let now = environment.time.now()
        guard endsAt > now, startsAt.map({ $0 < endsAt }) ?? true else {
            throw Problem.invalid("until", .outOfRange, "must be to come, and after the beginning")
        }
        let announcement = AnnouncementRecord(
            id: Identifier.random(),
            text: LocalizedText(en: english, ru: russian, fr: french),
            startsAt: startsAt ?? now,
            endsAt: endsAt,
            createdAt: now
        )
        try await environment.database.write { tx in
            guard try AnnouncementStore.standing(at: now, in: tx).count < AnnouncementStore.limit else {
                throw Problem.tooManyAnnouncements
            }
            try AnnouncementStore.insert(announcement, in: tx)
            try AuditStore.append(.announced, actor: PersonAdministration.actor, subject: announcement.id, at: now, in: tx)
        }
        return announcement.wire(in: .en)
    }

    /// Texts an announcement to those who had the operator's notices texted and confirmed their number, each in their language.
    ///
    /// Said again it reaches who was not reached yet: one text of it goes to a person.
    /// - Returns: to how many it goes, and who had too many notices within a day.
    /// - Throws: a `notFound` ``Problem`` where there is none of this id, a `malformed` one where its words are too long for a text.
    public func text(_ id: String) async throws -> TextedNotice {
        let now = environment.time.now()
        guard
            let notice = try await environment.database.read({ try AnnouncementStore.standing(at: now, in: $0) }).first(where: {
                $0.id == id
            })
        else { throw Problem.notFound("notice") }
        for language in Language.allCases where notice.text[language].utf16.count > Self.textLimit {
            throw Problem.invalid(language.rawValue, .tooLong, "must have \(Self.textLimit) characters at most to be texted")
        }
        var (told, last) = (TextedNotice(id: id, texted: 0, held: 0), "")
        while true {
            let people = try await environment.database.write { [environment, last] tx in
                let people = try TextNoticeStore.people(after: last, limit: 100, in: tx)
                return try people.map { ($0, try environment.text(notice, to: $0, in: tx)) }
            }
            told.texted += people.count { $0.1 == .taken }
            told.held += people.count { $0.1 == .held }
            guard let next = people.last?.0, people.count == 100 else { return told }
            last = next
        }
    }

    /// The longest words that are texted, in UTF-16 units.
    static let textLimit = 300

    /// Takes one back.
    ///
    /// - Throws: a `notFound` ``Problem`` where there is none of this id.
    public func withdraw(_ id: String) async throws {
        try await environment.database.write { [environment] tx in
            guard try AnnouncementStore.delete(id, in: tx) else { throw Problem.notFound("notice") }
            try AuditStore.append(
                .announcementWithdrawn,
                actor: PersonAdministration.actor,
                subject: id,
                at: environment.time.now(),
                in: tx
            )
        }
    }
}

/// What came of texting a notice.
public struct TextedNotice: Codable, Hashable, Sendable {
    /// The notice.
    public var id: String
    /// To how many people it is on its way.
    public var texted: Int
    /// How many had too many notices within a day.
    public var held: Int
}

extension IdentityEnvironment {
    fileprivate enum Texting: Sendable { case taken, held, none }

    /// Texts a notice to one person, while their number is confirmed and their account open.
    fileprivate func text(_ notice: AnnouncementRecord, to personID: String, in tx: any WriteTransaction) throws -> Texting {
        guard let person = try PersonStore.find(personID, keys: keys, in: tx), person.status == .active, let number = person.provedPhone
        else { return .none }
        let text = OutgoingText(
            to: number,
            text: notice.text[person.language],
            personID: personID,
            expiresAt: notice.endsAt,
            purpose: .notice(notice.id)
        )
        if case .taken = try texts.enqueue(text, in: tx) { return .taken }
        return .held
    }
}

extension Problem {
    fileprivate static let tooManyAnnouncements = Problem.invalid(
        "notice",
        .count,
        "would be one too many: twenty stand already; withdraw one, or wait until one is over"
    )
}
