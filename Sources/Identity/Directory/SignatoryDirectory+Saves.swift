public import ParaphStorage
import ParaphWire
import ServerKit

/// How many files an app may save for a person.
extension SignatoryDirectory {
    /// The most files that the restricted apps of one owner save for one person in a year: an owner of an app with an account fills no disk with
    /// matches on made-up files.
    static let saveLimit = 1_000
    /// A year, in seconds.
    static let saveTime: Int64 = 365 * 86_400

    /// Counts a file that an app saves for a person; the same file again uses none more, and the organisation's apps save any number.
    ///
    /// - Returns: the seconds to wait where the apps of its owner saved too many for them.
    public func takeSave(of file: String, by personID: String, inApp appID: String, in tx: any WriteTransaction) throws -> Int? {
        guard let app = try AppStore.find(appID, in: tx), app.restricted else { return nil }
        let (scope, now) = ("saves:\(app.source):\(personID)", environment.time.now())
        let subject = SecretHash(of: "\(personID) \(file)")
        let isTaken = try AppUseStore.take(
            scope,
            subject: subject,
            most: Self.saveLimit,
            for: Self.saveTime,
            of: personID,
            at: now,
            in: tx
        )
        return isTaken ? nil : try AppUseStore.wait(scope, at: now, in: tx)
    }
}
