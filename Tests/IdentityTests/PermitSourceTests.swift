import Foundation
import Testing

/// The statements that write who a person is and how they get in: each takes a permit, or stands here with the reason.
@Suite struct PermitSourceTests {
    private static let tables = [
        "person", "personLookup", "device", "passkey", "recoveryCode", "template", "consent", "circumstanceConsent", "app", "appGrant",
        "oauthGrant", "oauthConsent",
        "oauthCode", "session",
    ]

    /// Writes without a permit: what they do instead of an act.
    private static let free = [
        "AnewAccountStore.mark": "only less gets in",
        "AnewAccountStore.takeLetter": "that its owner was told",
        "AnewAccountStore.release": "with the signature that is given here, which takes the permit",
        "IdentityDomain+Backup.finish": "a restore ends all sessions and grants",
        "DomainRestore+Ended.end": "a restore ends again what was ended",
        "AppStore+Contact.setContact": "an app's address for operators",
        "AppStore+Contact.deleteContacts": "the same",
        "AppStore.update": "an app's name, icon and place",
        "DeviceStore.touch": "when it was used",
        "TemplateStore.update": "what a match taught a template",
        "TemplateStore.delete": "only less gets in",
        "ClientStore.setDisabled": "only less gets in",
        "ClientConsentStore.delete": "only less gets in",
        "ClientConsentStore.deleteExpired": "its time is over",
        "CodeStore.markUsed": "only less gets in",
        "GrantStore.deleteExpired": "its time is over",
        "PasskeyStore.update": "its name",
        "PasskeyStore.advance": "its counter",
        "PersonLookup.replace": "by PersonStore, beside the row",
        "PersonLookup.rebuild": "what people are found by, from their rows",
        "PersonLookup.insert": "private to it",
        "PersonStore.insert": "a new account, which is nobody's yet",
        "PersonStore.change": "what says neither who a person is nor how they get in",
        "PersonStore.write": "private to the store",
        "PersonStore.delete": "by PersonErasure, which takes the permit",
        "RecoveryStore.consume": "only less gets in",
        "SessionStore.touch": "its end, within the time that it was opened for",
        "SessionStore.end": "only less gets in",
        "SessionStore+Unheard.keepUnheard": "by which request it began",
        "SessionStore+Unheard.renewUnheard": "the token of a session that was not used yet, for the request that began it",
        "SessionStore+Unheard.noteHeard": "only less gets in",
        "UnusedAccountSweep.isUnused": "since when nobody used it",
    ]

    /// The functions of a source file, each from its name on.
    private static func functions(_ source: String) -> [(name: String, text: Substring)] {
        let starts = source.matches(of: #/\n    (?:@\w+ )*(?:[a-z]+ )*func (\w+)/#)
        return starts.enumerated().map { place, match in
            let end = place + 1 < starts.count ? starts[place + 1].range.lowerBound : source.endIndex
            return (String(match.1), source[match.range.lowerBound..<end])
        }
    }

    /// The functions that write to the tables, by file and name, and whether they take a permit.
    private static func writes() throws -> [String: Bool] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources").standardizedFileURL
        let statement = try Regex("(INSERT INTO|UPDATE|DELETE FROM) (\(tables.joined(separator: "|")))\\b")
        var found: [String: Bool] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: root.path)
        where name.hasSuffix(".swift") && !name.contains("/Migrations/") {
            let source = try String(contentsOf: root.appending(path: name), encoding: .utf8)
            let file = URL(filePath: name).deletingPathExtension().lastPathComponent
            for function in functions(source) where function.text.contains(statement) {
                let head = function.text.prefix { $0 != "{" }
                found["\(file).\(function.name)", default: true] =
                    head.contains("permit: borrowing StepUp.Permit")
                    && function.text.contains(#/permit\.check\(|permit: permit/#) && found["\(file).\(function.name)"] != false
            }
        }
        return found
    }

    @Test func whatWritesWaysInTakesAPermitOrIsNamedHere() throws {
        let writes = try Self.writes()
        #expect(writes.values.filter(\.self).count > 12)
        let without = writes.filter { !$0.value }.keys.sorted()
        let named = Set(Self.free.keys)
        for name in without { #expect(named.contains(name), "\(name) writes a way in without a permit") }
    }

    /// What needs no permit because one place alone calls it.
    @Test func whatTakesNoPermitIsCalledByItsPlaceAlone() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources").standardizedFileURL
        var callers: [String: Set<String>] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: root.path) where name.hasSuffix(".swift") {
            let source = try String(contentsOf: root.appending(path: name), encoding: .utf8)
            for call in ["PersonStore.delete", "PersonLookup.replace", "PersonStore.insert"] where source.contains("\(call)(") {
                callers[call, default: []].insert(URL(filePath: name).lastPathComponent)
            }
        }
        #expect(callers["PersonStore.delete"] == ["IdentityDomain+Backup.swift"])
        #expect(callers["PersonLookup.replace"] == ["PersonStore.swift"])
        #expect(
            callers["PersonStore.insert"] == [
                "AppAccounts+Registration.swift", "EmailProofService.swift", "PersonAdministration.swift", "RegistrationService.swift",
            ]
        )
    }
}
