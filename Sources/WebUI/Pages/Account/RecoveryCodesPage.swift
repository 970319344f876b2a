import ParaphWire

/// How many recovery codes are left, and making new ones.
struct RecoveryCodesPage: Page {
    static let template = "recovery-codes"

    let remaining: Int

    static func load(_ visit: Visit) async throws -> RecoveryCodesPage {
        RecoveryCodesPage(remaining: try await visit.get(IdentityEndpoints.recoveryCodes).remaining)
    }

    var title: String { "codes.title" }
    var area: Area? { .more }
    var scripts: [String] { ["Account/recovery-codes.js"] }

    func values(_ phrases: Phrases) -> [String: Any] {
        var values = phrases.settings(current: .codes)
        values["remaining"] = remaining
        values["left"] = remaining == 0 ? phrases["codes.none"] : phrases["codes.left", count: remaining]
        return values
    }
}
