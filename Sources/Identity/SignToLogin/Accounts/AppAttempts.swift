import ParaphStorage
import ParaphWire
import ServerKit

/// Counts tries in apps that do not match: for each person over all apps of a kind or owner, however often those are made anew.
///
/// An app's key and an address are no secrets, so that anyone can send tries for another person. Their devices count apart, and nothing here
/// ever stops for good. Restricted apps share one count with those of the same owner: they can try only whom they reach, who can end them. In
/// the organisation's apps each network counts by itself, and those in which the person never signed count together besides: a stranger makes
/// other strangers wait, not the person where they are at home. Once strangers used those up, the networks that ask draw who is looked at next
/// (``NetworkLottery``). What matches one template makes nothing good that was tried at another.
struct AppAttempts: Sendable {
    let app: AppRecord
    /// What tries are compared with.
    let template: TemplatePlace
    /// The network that the call came from; `nil` counts as one.
    let network: String?
    /// Whether the person signed there lately.
    let isFamiliar: Bool
    /// Where the signatures come from.
    let source: SignatureSource

    /// Of the restricted apps of one owner together: 20 in a row, then one in 30 seconds.
    static let restricted = AttemptPolicy(freeFailures: 20, delay: 30, hardStop: .max)
    /// Of the organisation's apps, in one network: 60 in a row, then one in 30 seconds.
    static let network = AttemptPolicy(freeFailures: 60, delay: 30, hardStop: .max)
    /// Of the organisation's apps, in all networks together in which the person never signed.
    static let strangeNetworks = AttemptPolicy(freeFailures: 300, delay: 30, hardStop: .max)

    private static let prefix = "apps:"
    private let ownScope: String
    /// What decides among strange networks whose signature is looked at, where they ask for more than there is; `nil` elsewhere.
    private let draw: NetworkLottery?
    /// From when on the draw need not be asked.
    private let freeFrom: Timestamp

    /// Tries at a person's signature that come from a network now.
    init(app: AppRecord, personID: String, network: String?, at now: Timestamp, in tx: any ReadTransaction) throws {
        self.app = app
        self.network = network
        let known = try TemplateStore.find(of: personID, forApp: app.id, in: tx)
        template = known?.place ?? TemplatePlace(personID: personID)
        isFamiliar = try !app.restricted && FamiliarNetwork.contains(network, of: template, at: now, in: tx)
        ownScope = Self.scope(app, template, network)
        let isStrange = !app.restricted && !isFamiliar
        let refusals = isStrange ? try AttemptStore.failures(ownScope, in: tx) : 0
        source = SignatureSource(app, network: network, isFamiliar: isFamiliar, refusals: refusals)
        let next = isStrange ? try Self.nextForStrangers(template, source, at: now, in: tx) : nil
        freeFrom = next ?? now
        draw =
            next == nil
            ? nil
            : NetworkLottery(
                personID: personID,
                network: network ?? "",
                blockFailures: try AttemptStore.failures(Self.blockScope(personID, network), in: tx),
                failures: refusals
            )
    }

    /// Whether the signature that may be looked at is one of few: others wait after guessing, this one need not.
    var isDrawn: Bool { draw != nil }

    /// When a signature of strange networks may be looked at again, where they ask for more than there is, or there was guessing there lately.
    private static func nextForStrangers(
        _ template: TemplatePlace,
        _ source: SignatureSource,
        at now: Timestamp,
        in tx: any ReadTransaction
    ) throws -> Timestamp? {
        let held = try SourceWatchStore.find(source, trying: template, at: now, in: tx)?.heldUntil(at: now)
        let lately = held.flatMap { $0.adding(seconds: NetworkLottery.period + NetworkLottery.patience) > now ? $0 : nil }
        switch try AttemptStore.decision(strangeScope(template.personID), policy: strangeNetworks, at: now, in: tx) {
        case .wait(let seconds): return max(now.adding(seconds: Int64(seconds)), lately ?? now)
        case .stopped: return nil
        case .allowed:
            let failures = try AttemptStore.failures(strangeScope(template.personID), in: tx)
            return failures >= strangeNetworks.freeFailures ? lately ?? now : lately
        }
    }

    /// Counts a try as failed before it is looked at, if it may be; ``succeed(at:in:)`` takes that back.
    func reserve(at now: Timestamp, in tx: any WriteTransaction) throws -> AttemptPolicy.Decision {
        let decision = try AttemptStore.decision(ownScope, policy: app.restricted ? Self.restricted : Self.network, at: now, in: tx)
        guard decision == .allowed else { return decision }
        if let draw {
            let decision = try draw.ask(notBefore: freeFrom, at: now, in: tx)
            guard decision == .allowed else { return decision }
        }
        for scope in scopes { try AttemptStore.count(scope, personID: template.personID, at: now, in: tx) }
        return .allowed
    }

    /// Takes one try back that could not be looked at.
    func release(at now: Timestamp, in tx: any WriteTransaction) throws {
        for scope in scopes { try AttemptStore.release(scope, in: tx) }
        try draw?.giveBack(at: now, in: tx)
    }

    /// Forgets the failures, because the signature matched; the network is one of the person's from now on.
    func succeed(at now: Timestamp, in tx: any WriteTransaction) throws {
        try AttemptStore.succeed(ownScope, in: tx)
        guard !app.restricted else { return }
        // What strangers did elsewhere is forgotten with time only.
        for scope in scopes.dropFirst() { try AttemptStore.release(scope, in: tx) }
        try FamiliarNetwork.note(network, of: template, at: now, in: tx)
    }

    /// Forgets counts in which nothing happened for a day, and says how many.
    static func deleteQuiet(at now: Timestamp, limit: Int, in tx: any WriteTransaction) throws -> Int {
        try tx.execute(
            """
            DELETE FROM attempt WHERE scope IN (
                SELECT scope FROM attempt WHERE scope >= \(prefix) AND scope < \("apps;") AND lastAt <= \(now.adding(seconds: -86_400))
                ORDER BY scope LIMIT \(limit))
            """
        )
    }

    /// Where a try counts, its own place first.
    private var scopes: [String] {
        guard !app.restricted, !isFamiliar else { return [ownScope] }
        return [ownScope, Self.strangeScope(template.personID), Self.blockScope(template.personID, network)]
    }

    private static func scope(_ app: AppRecord, _ template: TemplatePlace, _ network: String?) -> String {
        let source = app.restricted ? "restricted:\(app.source)" : "organisation:\(network ?? "")"
        return "\(prefix)\(template.personID):\(template.key):\(source)"
    }

    private static func strangeScope(_ personID: String) -> String { "\(prefix)\(personID):strange" }

    private static func blockScope(_ personID: String, _ network: String?) -> String {
        "\(prefix)\(personID):block:\(ClientNetwork.block(of: network ?? ""))"
    }
}
