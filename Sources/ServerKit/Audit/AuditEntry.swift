import Crypto
import ParaphEncoding
import ParaphStorage
public import ParaphWire

/// One entry of the audit ledger: what was done, by whom, to whom, and the hash of the entry before.
public struct AuditEntry: Hashable, Sendable {
    /// Its place: 1 for the first, each next one more.
    public var sequence: Int
    /// When it was done.
    public var at: Timestamp
    /// What was done.
    public var action: AuditStore.Action
    /// Who did it: a person's id, `administrator` or `system`.
    public var actor: String
    /// To whom or what it was done, by id.
    public var subject: String?
    /// What else is worth knowing; never personal data.
    public var details: [String: String]
    /// The hash of the entry before, in lower-case hexadecimal; 64 zeros for the first.
    public var previous: String

    /// Makes an entry as it is to be hashed; ``AuditStore/append(_:actor:subject:details:at:in:)`` adds one.
    public init(
        sequence: Int,
        at: Timestamp,
        action: AuditStore.Action,
        actor: String,
        subject: String?,
        details: [String: String] = [:],
        previous: String
    ) {
        self.sequence = sequence
        self.at = at
        self.action = action
        self.actor = actor
        self.subject = subject
        self.details = details
        self.previous = previous
    }

    /// What an entry of sequence 1 follows.
    public static let start = String(repeating: "0", count: 2 * SHA256.byteCount)

    /// The entry in the form that is hashed: its members `action, actor, at, details, previous, sequence, subject`, absent ones left out.
    public var canonical: [UInt8] {
        var members: [String: CanonicalJSON] = [
            "action": .string(action.rawValue), "actor": .string(actor), "at": .string(at.text), "previous": .string(previous),
            "sequence": .integer(Int64(sequence)),
        ]
        if let subject { members["subject"] = .string(subject) }
        if !details.isEmpty { members["details"] = Self.object(details) }
        return CanonicalJSON.object(members).bytes
    }

    /// SHA-256 of ``canonical`` in lower-case hexadecimal.
    public var hash: String {
        Hexadecimal.encode(SHA256.hash(data: canonical))
    }

    /// The details as a column holds them; `nil` where there are none.
    var detailsText: String? {
        details.isEmpty ? nil : String(decoding: Self.object(details).bytes, as: UTF8.self)
    }

    private static func object(_ details: [String: String]) -> CanonicalJSON {
        .object(details.mapValues { .string($0) })
    }
}

extension AuditEntry {
    /// Reads a row as it stands, whatever its hash; `nil` where its columns cannot be what an entry wrote.
    init?(_ row: Row) throws {
        sequence = try row.get("sequence")
        at = try row.timestamp("at")
        // The years that text can tell, 0000 to 9999: no entry was written outside them.
        guard (-62_167_219_200_000...253_402_300_799_999).contains(at.milliseconds) else { return nil }
        action = AuditStore.Action(rawValue: try row.get("action"))
        actor = try row.get("actor")
        subject = try row.find("subject")
        previous = try row.get("previous")
        details = [:]
        guard let text: String = try row.find("details") else { return }
        guard let read = try? JSONBody.decode([String: String].self, from: Array(text.utf8)) else { return nil }
        details = read
        guard detailsText == text else { return nil }
    }
}
