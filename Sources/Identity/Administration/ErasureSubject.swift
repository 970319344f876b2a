import ParaphStorage
import ParaphWire
import ServerKit

/// What was erased or ended for good, and is again where an older backup brings it back.
enum ErasureSubject: Hashable, Sendable {
    /// A person with all that is theirs.
    case person(String)
    /// A person's biometric data: they withdrew their consent.
    case biometrics(String)
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
    /// The keys of a program that acts for people: others took their place.
    case clientKeys(String)
    /// What is disabled until it is enabled again: a person, an app, a program that acts for people.
    case disabledPerson(String), disabledApp(String), disabledClient(String)

    /// What kind it is of.
    var kind: ErasureKind {
        switch self {
        case .person: .person
        case .biometrics: .biometrics
        case .app: .app
        case .device: .device
        case .passkey: .passkey
        case .code: .recoveryCode
        case .codes: .recoveryCodes
        case .grant: .grant
        case .appTemplate: .appTemplate
        case .appKey: .appKey
        case .circumstances: .circumstances
        case .ownTemplate: .ownTemplate
        case .deviceKey: .deviceKey
        case .disabledPerson: .disabledPerson
        case .disabledApp: .disabledApp
        case .disabledClient: .disabledClient
        case .clientKeys: .clientKeys
        }
    }

    /// How lists of erasures name it among those of its kind.
    var id: String {
        switch self {
        case .person(let id), .biometrics(let id), .app(let id), .device(let id), .passkey(let id), .code(let id), .codes(let id),
            .appKey(let id),
            .circumstances(let id), .ownTemplate(let id), .deviceKey(let id), .disabledPerson(let id), .disabledApp(let id),
            .disabledClient(let id), .clientKeys(let id):
            id
        case .grant(let id, let app), .appTemplate(let id, let app): "\(id)/\(app)"
        }
    }

    /// What a list of erasures names; `nil` where it is none of this domain's.
    init?(_ erasure: Erasure) {
        guard let kind = ErasureKind.identity.first(where: { $0.rawValue == erasure.kind }) else { return nil }
        let id = erasure.id
        switch kind {
        case .person: self = .person(id)
        case .biometrics: self = .biometrics(id)
        case .app: self = .app(id)
        case .device: self = .device(id)
        case .passkey: self = .passkey(id)
        case .recoveryCode: self = .code(id)
        case .recoveryCodes: self = .codes(id)
        case .appKey: self = .appKey(id)
        case .circumstances: self = .circumstances(id)
        case .ownTemplate: self = .ownTemplate(id)
        case .deviceKey: self = .deviceKey(id)
        case .disabledPerson: self = .disabledPerson(id)
        case .disabledApp: self = .disabledApp(id)
        case .disabledClient: self = .disabledClient(id)
        case .clientKeys: self = .clientKeys(id)
        default:
            let parts = id.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2 else { return nil }
            switch kind {
            case .grant: self = .grant(parts[0], app: parts[1])
            case .appTemplate: self = .appTemplate(parts[0], app: parts[1])
            default: return nil
            }
        }
    }
}

extension ErasureStore {
    /// Notes an erasure; a later one of the same takes the place of the earlier.
    static func add(_ subject: ErasureSubject, at now: Timestamp, in tx: any WriteTransaction) throws {
        try add(subject.kind, subject.id, at: now, in: tx)
    }

    /// Notes that something is kept out from now on, or no longer.
    static func set(_ subject: ErasureSubject, _ isOut: Bool, at now: Timestamp, in tx: any WriteTransaction) throws {
        if isOut { return try add(subject, at: now, in: tx) }
        try remove(subject.kind, subject.id, in: tx)
    }
}
