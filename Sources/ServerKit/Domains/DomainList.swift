public import ParaphStorage

/// The domains of an instance, and what they are together.
public struct DomainList: Sendable {
    /// The domains, in their order.
    public let domains: [any Domain.Type]
    /// What they note among what happened with people's accounts, by its name; no two domains have the same.
    public let activityKinds: [String: ActivityKind]
    /// The scopes that open routes of theirs to tokens.
    public let scopes: ScopeList

    /// Lists domains: those first on whose rows the others' may hang.
    public init(_ domains: [any Domain.Type]) {
        self.domains = domains
        activityKinds = Dictionary(domains.flatMap { $0.activityKinds }.map { ($0.rawValue, $0) }) { first, _ in first }
        scopes = ScopeList(domains.flatMap { $0.scopes })
    }

    /// Every table's migrations, in the order in which they run.
    public var migrations: [Migration] {
        KeyRing.migrations + AuditStore.migrations + Epoch.migrations + ErasureStore.migrations + RateLimiter.migrations
            + OrphanedBlobStore.migrations + ChangeLog.migrations + Outbox.migrations
            + domains.flatMap { $0.migrations }
    }

    /// The first parts of the paths of calls that answer refusals in a form of their own.
    public var dialects: Set<String> { domains.reduce(into: []) { $0.formUnion($1.dialects) } }

    /// The mails that they write: one of each kind, with made-up values.
    public var notices: [any Notice] { domains.flatMap { $0.notices } }

    /// The descriptions of the domains' routes.
    public var openAPI: [String] { domains.compactMap { $0.openAPI } }

    /// What backups ask of the domains.
    public var backupScope: BackupScope {
        BackupScope(
            migrations: migrations,
            erasures: { tx in try ErasureStore.all(in: tx) },
            blobs: { tx in try blobs(in: tx) },
            forgotten: domains.reduce(into: []) { $0.formUnion($1.tablesNotBackedUp) }
        )
    }

    /// Every blob that a row names.
    public func blobs(in tx: any ReadTransaction) throws -> [BlobAddress] {
        try domains.flatMap { try $0.blobs(in: tx) }
    }

    /// What every domain keeps of people.
    public func people(keys: KeyRing) -> PersonalData { PersonalData(domains: domains, keys: keys) }

    /// The kinds of things whose changes they note for people's lists.
    public var changeKinds: [ChangeKind] { domains.flatMap { $0.changeKinds } }

    /// What they erase or end that must not come back by a restore.
    public var erasureKinds: [ErasureKind] { domains.flatMap { $0.erasureKinds } }

    /// Erases again what an older backup brought back, each domain what it declares, and ends what must not outlive a restore.
    ///
    /// What was erased stays on the list, also what no domain declares any more.
    ///
    /// - Returns: what was done.
    /// - Throws: `StorageError` where the database refuses.
    public func finish(_ restore: DomainRestore, in tx: any WriteTransaction) throws -> DomainRestore.Outcome {
        let outcome = try domains.map { try $0.finish(restore.part(of: $0), in: tx) }.reduce(DomainRestore.Outcome(), +)
        for erasure in restore.erasures { try ErasureStore.add(erasure, in: tx) }
        return outcome
    }
}
