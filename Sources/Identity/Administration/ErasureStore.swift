import ParaphStorage
import ParaphWire

/// What was erased for good, and is again where an older backup brings it back.
enum ErasureSubject: Hashable, Sendable {
    /// A person with all that is theirs.
    case person(String)
    /// Whatever tells of a person's hand: they withdrew their consent.
    case hand(String)
    /// An app, with the templates made for it and the accounts that nobody proved.
    case app(String)

    /// How lists of erasures name it.
    var id: String {
        switch self {
        case .person(let id): id
        case .hand(let id): "hand/\(id)"
        case .app(let id): "app/\(id)"
        }
    }

    init(id: String) {
        if id.hasPrefix("hand/") {
            self = .hand(String(id.dropFirst(5)))
        } else if id.hasPrefix("app/") {
            self = .app(String(id.dropFirst(4)))
        } else {
            self = .person(id)
        }
    }
}

/// The list of what was erased, which backups carry.
enum ErasureStore {
    /// Notes an erasure; a later one of the same takes the place of the earlier.
    static func add(_ subject: ErasureSubject, at now: Timestamp, in tx: any WriteTransaction) throws {
        try tx.execute(
            "INSERT INTO erasure (personId, at) VALUES (\(subject.id), \(now)) ON CONFLICT (personId) DO UPDATE SET at = excluded.at"
        )
    }

    /// Everything that was erased, by id.
    static func all(in tx: any ReadTransaction) throws -> [Erasure] {
        try tx.rows("SELECT personId, at FROM erasure ORDER BY personId").map { row in
            Erasure(id: try row.get("personId"), at: try row.get("at"))
        }
    }
}
