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
    /// - Returns: the announcement, in English.
    /// - Throws: a `malformed` ``Problem`` that names what is wrong; twenty stand at most.
    public func send(english: String, russian: String, french: String, startsAt: Timestamp?, endsAt: Timestamp) async throws -> Announcement
    {
        for (name, text) in [("en", english), ("ru", russian), ("fr", french)] { try TextRules.check(text, name: name, length: 1...500) }
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

extension Problem {
    fileprivate static let tooManyAnnouncements = Problem.invalid(
        "notice",
        .count,
        "would be one too many: twenty stand already; withdraw one, or wait until one is over"
    )
}
