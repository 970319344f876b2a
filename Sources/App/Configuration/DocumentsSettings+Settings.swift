import Configuration
import Documents

extension DocumentsSettings {
    /// Reads `documentLinksShow`, `iosAppIds` and `iosAppStoreId`.
    ///
    /// - Throws: ``ConfigurationError``.
    init(settings: Settings) throws {
        self.init()
        if let text = settings.text("documentLinksShow") {
            guard let value = LinkShows(rawValue: text) else {
                let values = LinkShows.allCases.map(\.rawValue).joined(separator: ", ")
                throw ConfigurationError(setting: "document-links-show", problem: "must be one of \(values)")
            }
            linkShows = value
        }
        if let text = settings.text("iosAppIds") {
            iosApps.ids = try text.split(separator: ",").map { try Self.appID($0.filter { $0 != " " }) }
        }
        if let text = settings.text("iosAppStoreId") {
            guard (1...20).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }) else {
                throw ConfigurationError(setting: "ios-app-store-id", problem: "must be the app's number in the App Store: 1234567890")
            }
            iosApps.storeID = text
        }
    }

    /// Checks an id: ten letters and digits of the team, a dot, and the bundle id.
    private static func appID(_ text: String) throws -> String {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let isLetterOrDigit = { (character: Character) in character.isASCII && (character.isLetter || character.isNumber) }
        guard parts.count == 2, parts[0].count == 10, parts[0].allSatisfy(isLetterOrDigit), (1...155).contains(parts[1].count),
            parts[1].allSatisfy({ isLetterOrDigit($0) || $0 == "." || $0 == "-" })
        else {
            throw ConfigurationError(setting: "ios-app-ids", problem: "must be TEAMID.BUNDLE-ID, such as ABCDE12345.org.example.sign")
        }
        return text
    }
}
