import Crypto
import ParaphStorage
import ParaphWire
import ServerKit

/// The accounts that apps made of an address which its owner had not proved; they end once it is proved, and its owner is told which.
struct UnprovedAccounts: Sendable {
    let environment: IdentityEnvironment

    /// What ends with a yes, and the digest by which it is said that this was shown.
    struct Ending: Hashable, Sendable {
        var apps: [AppRecord]
        /// `nil` where nothing ends.
        var digest: String?
    }

    /// The accounts of an address that end once its owner says yes, in the order of their ids, without the one that is kept or told of apart.
    func ending(_ email: EmailAddress, besides kept: String?, in tx: any ReadTransaction) throws -> Ending {
        let ids = try PersonLookup.unproved(email, keys: environment.keys, in: tx).filter { $0 != kept }
        guard !ids.isEmpty else { return Ending(apps: []) }
        let digest = SHA256.hash(data: Array(ids.joined(separator: "\n").utf8))
        return Ending(apps: try apps(of: ids, in: tx), digest: Base64URL(digest.prefix(16)).text)
    }

    /// Ends the accounts that apps made of a person's address, because the person proved it now; mails which, and notes each in the ledger.
    ///
    /// - Parameters:
    ///   - person: Who has the address from now on.
    ///   - told: The account that the person was told of apart, because their letter was about it.
    ///   - actor: Who is noted as having done it; the person where it is absent.
    ///   - permit: What allows it.
    ///   - now: The moment.
    ///   - tx: The transaction in which the address is proved.
    /// - Returns: the blobs to delete once this is committed.
    /// - Throws: a `StorageError` where the database refuses.
    func end(
        inFavourOf person: PersonRecord,
        toldOf told: String? = nil,
        actor: String? = nil,
        permit: borrowing StepUp.Permit,
        at now: Timestamp,
        in tx: any WriteTransaction
    ) throws -> [BlobAddress] {
        let ids = try PersonLookup.unproved(person.email, keys: environment.keys, in: tx).filter { $0 != person.id }
        let apps = try apps(of: ids.filter { $0 != told }, in: tx)
        var blobs: [BlobAddress] = []
        for id in ids {
            try AuditStore.append(
                .personDeleted,
                actor: actor ?? person.id,
                subject: id,
                details: ["reason": "addressProved"],
                at: now,
                in: tx
            )
            blobs += try environment.people.erase(id, permit: permit, at: now, in: tx)
        }
        if !apps.isEmpty { try environment.notify(person, of: .appAccountsEnded(apps.map(\.inLetters)), in: tx) }
        return blobs
    }

    private func apps(of ids: [String], in tx: any ReadTransaction) throws -> [AppRecord] {
        try ids.compactMap { id in
            let appID: String? = try tx.first("SELECT ownerAppId FROM person WHERE id = \(id)")?.find("ownerAppId")
            return try appID.flatMap { try AppStore.find($0, in: tx) }
        }
    }
}
