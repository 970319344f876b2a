import ParaphStorage
public import ParaphWire
import ServerKit

extension PersonAdministration {
    /// A token that stands for a person, told once.
    public struct AccessToken: Codable, Hashable, Sendable {
        public var accessToken: String
        /// Seconds.
        public var expiresIn: Int
    }

    /// A way in for a person who was proofed, told once.
    public struct EnrolmentLink: Codable, Hashable, Sendable {
        /// The path to put behind the instance's public address.
        public var path: String
        /// Seconds.
        public var expiresIn: Int
    }

    /// How long an enrolment link is good for, in seconds: a day.
    static let linkLifetime = 86_400

    /// Makes a token for a person; it can neither enrol, approve nor sign.
    ///
    /// - Parameters:
    ///   - scopes: What it opens, at least one word of lower-case letters, digits, `.`, `_`, `-` or `:`.
    ///   - seconds: How long it is good for, from a minute to a year.
    public func createToken(for who: String, scopes: [String], seconds: Int = 3600) async throws -> AccessToken {
        guard !scopes.isEmpty, scopes.count <= 50, scopes.allSatisfy(Self.isScope) else {
            throw Problem.invalid("scope", "malformed", "must be words such as docs or messages, separated by spaces")
        }
        guard (60...31_536_000).contains(seconds) else {
            throw Problem.invalid("expires-in", "range", "must be from 60 to 31536000 seconds")
        }
        return try await database.write { [now = time.now()] tx in
            let person = try Self.require(who, in: tx)
            let end = now.adding(seconds: Int64(seconds))
            let session = SessionRecord(
                personID: person.id,
                deviceID: nil,
                appID: nil,
                kind: .accessToken,
                scopes: Set(scopes),
                createdAt: now,
                expiresAt: end,
                endsAt: end
            )
            let token = try SessionStore.insert(session, in: tx)
            try ActivityStore.append(.tokenCreated, of: person.id, at: now, in: tx)
            try AuditStore.append(.tokenCreated, actor: Self.actor, subject: person.id, at: now, in: tx)
            return AccessToken(accessToken: token.text, expiresIn: seconds)
        }
    }

    /// The devices of a person.
    public func devices(of who: String) async throws -> [Device] {
        try await database.read { tx in
            try DeviceStore.list(of: Self.require(who, in: tx).id, in: tx).map { $0.wire(currentDeviceID: nil) }
        }
    }

    /// Removes a device of a person with its sessions.
    ///
    /// - Throws: a `notFound` ``ParaphWire/Problem`` where the person has no such device.
    public func removeDevice(_ id: String, of who: String) async throws {
        try await database.write { [now = time.now()] tx in
            let person = try Self.require(who, in: tx)
            guard let device = try DeviceStore.find(id, of: person.id, in: tx), try DeviceStore.delete(id, of: person.id, in: tx) else {
                throw Problem.notFound("device")
            }
            try ActivityStore.append(.deviceRemoved, of: person.id, at: now, deviceName: device.name, in: tx)
            try AuditStore.append(.deviceRemoved, actor: Self.actor, subject: person.id, at: now, in: tx)
        }
    }

    /// Makes a link by which a person whom the administrator has proofed anew adds a device; an earlier link is void.
    public func proof(_ who: String) async throws -> EnrolmentLink {
        try await database.write { [now = time.now()] tx in
            let person = try Self.require(who, in: tx)
            let token = try EnrolmentLinkStore.make(
                for: person.id,
                until: now.adding(seconds: Int64(Self.linkLifetime)),
                at: now,
                in: tx
            )
            try AuditStore.append(.personProofed, actor: Self.actor, subject: person.id, at: now, in: tx)
            return EnrolmentLink(path: "/invitation#\(token.text)", expiresIn: Self.linkLifetime)
        }
    }

    private static func isScope(_ word: String) -> Bool {
        (1...40).contains(word.utf8.count) && word.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber || "._-:".contains($0)) }
    }
}
