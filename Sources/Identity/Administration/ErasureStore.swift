import ParaphStorage
import ParaphWire
import ServerKit

/// What was erased or ended for good, and is again where an older backup brings it back.
enum ErasureSubject: Hashable, Sendable {
    /// A person with all that is theirs.
    case person(String)
    /// Whatever tells of a person's hand: they withdrew their consent.
    case hand(String)
    /// An app, with the templates made for it and the unproved accounts.
    case app(String)
    /// A device, or a passkey, that was removed.
    case device(String), passkey(String)
    /// A recovery code that was used.
    case code(String)
    /// The recovery codes of a person: others took their place.
    case codes(String)
    /// All that an app has of a person.
    case grant(String, app: String)
    /// The template that is good in an app alone; the app reaches the person still.
    case appTemplate(String, app: String)
    /// The key of an app: another took its place.
    case appKey(String)
    /// A person's consent to place and photo at signing.
    case circumstances(String)
    /// The own signature of a person: another took its place.
    case ownTemplate(String)
    /// The key of a device: a passkey took its place.
    case deviceKey(String)
    /// What is disabled until it is enabled again: a person, an app, a program that acts for people.
    case disabledPerson(String), disabledApp(String), disabledClient(String)

    /// How lists of erasures name it.
    var id: String {
        switch self {
        case .person(let id): id
        case .hand(let id): "hand/\(id)"
        case .app(let id): "app/\(id)"
        case .device(let id): "device/\(id)"
        case .passkey(let id): "passkey/\(id)"
        case .code(let id): "code/\(id)"
        case .codes(let id): "codes/\(id)"
        case .grant(let id, let app): "grant/\(id)/\(app)"
        case .appTemplate(let id, let app): "appTemplate/\(id)/\(app)"
        case .appKey(let id): "appKey/\(id)"
        case .circumstances(let id): "circumstances/\(id)"
        case .ownTemplate(let id): "ownTemplate/\(id)"
        case .deviceKey(let id): "deviceKey/\(id)"
        case .disabledPerson(let id): "disabledPerson/\(id)"
        case .disabledApp(let id): "disabledApp/\(id)"
        case .disabledClient(let id): "disabledClient/\(id)"
        }
    }

    init(id text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        let id = parts.count > 1 ? parts[1] : ""
        self =
            switch (parts[0], parts.count) {
            case ("hand", 2): .hand(id)
            case ("app", 2): .app(id)
            case ("device", 2): .device(id)
            case ("passkey", 2): .passkey(id)
            case ("code", 2): .code(id)
            case ("codes", 2): .codes(id)
            case ("grant", 3): .grant(id, app: parts[2])
            case ("appTemplate", 3): .appTemplate(id, app: parts[2])
            case ("appKey", 2): .appKey(id)
            case ("circumstances", 2): .circumstances(id)
            case ("ownTemplate", 2): .ownTemplate(id)
            case ("deviceKey", 2): .deviceKey(id)
            case ("disabledPerson", 2): .disabledPerson(id)
            case ("disabledApp", 2): .disabledApp(id)
            case ("disabledClient", 2): .disabledClient(id)
            default: .person(text)
            }
    }
}

/// The list of what was erased or ended, which backups carry.
enum ErasureStore {
    /// How long it is remembered what was ended, in seconds: a restore of an older backup may bring it back.
    ///
    /// People, their hands and apps stay for good, and what is disabled until it is enabled again.
    static let memory: Int64 = 400 * 86_400

    /// Notes an erasure; a later one of the same takes the place of the earlier.
    static func add(_ subject: ErasureSubject, at now: Timestamp, in tx: any WriteTransaction) throws {
        try tx.execute(
            "INSERT INTO erasure (personId, at) VALUES (\(subject.id), \(now)) ON CONFLICT (personId) DO UPDATE SET at = excluded.at"
        )
    }

    /// Notes that something is kept out from now on, or no longer.
    static func set(_ subject: ErasureSubject, _ isOut: Bool, at now: Timestamp, in tx: any WriteTransaction) throws {
        if isOut { return try add(subject, at: now, in: tx) }
        try tx.execute("DELETE FROM erasure WHERE personId = \(subject.id)")
    }

    /// Everything that was erased, by id.
    static func all(in tx: any ReadTransaction) throws -> [Erasure] {
        try tx.rows("SELECT personId, at FROM erasure ORDER BY personId").map { row in
            Erasure(id: try row.get("personId"), at: try row.get("at"))
        }
    }

    /// Forgets what was ended so long ago that no backup in use holds it, and says how much.
    static func deleteOld(at now: Timestamp, limit: Int, in tx: any WriteTransaction) throws -> Int {
        try tx.execute(
            """
            DELETE FROM erasure WHERE personId IN (
                SELECT personId FROM erasure
                WHERE at <= \(now.adding(seconds: -memory)) AND personId LIKE '%/%' AND personId NOT LIKE 'hand/%' AND personId NOT LIKE 'app/%'
                AND personId NOT LIKE 'disabled%/%'
                ORDER BY at LIMIT \(limit))
            """
        )
    }
}
