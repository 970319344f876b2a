import ParaphStorage
import ParaphWire
import ServerKit

/// That a person enrolled in an app or allowed it, as the table `appGrant` keeps it.
struct AppGrantRecord: Hashable, Sendable {
    let id: String
    let personID: String
    let appID: String
    var basis: Basis
    let createdAt: Timestamp

    /// What it rests on; what comes later is stronger.
    enum Basis: String, Sendable, Comparable, CaseIterable {
        /// The app made the account or a template, and the person was not asked.
        case enrolled
        /// The person said yes to a letter: by its link, or, where they have more than the mailbox, by what opens their account.
        case mailedLink
        /// The person said yes with what opens their account: only this lets the app compare with the signature that they gave here.
        case device

        static func < (one: Basis, other: Basis) -> Bool {
            allCases.firstIndex(of: one) ?? 0 < allCases.firstIndex(of: other) ?? 0
        }
    }

    init(personID: String, appID: String, basis: Basis, createdAt: Timestamp) {
        id = Identifier.random()
        self.personID = personID
        self.appID = appID
        self.basis = basis
        self.createdAt = createdAt
    }

    init(row: Row) throws {
        id = try row.get("id")
        personID = try row.get("personId")
        appID = try row.get("appId")
        basis = try row.choice("basis")
        createdAt = try row.timestamp("createdAt")
    }
}
