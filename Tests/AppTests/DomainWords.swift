import Foundation
import ServerKit

/// The words that domains declare: no two have the same, and each lists what it makes in its folder.
struct DomainWords {
    let domains: [any Domain.Type]
    /// The folder of each module's code.
    var sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources").standardizedFileURL

    /// What words there are: the type that names them, and what a domain declares of it.
    private static let kinds: [(type: String, words: @Sendable (any Domain.Type) -> [String])] = [
        ("ActivityKind", { $0.activityKinds.map(\.rawValue) }),
        ("AuditStore.Action", { $0.auditActions.map(\.rawValue) }),
        ("ChangeKind", { $0.changeKinds.map(\.name) }),
        ("ErasureKind", { $0.erasureKinds.map(\.rawValue) }),
    ]

    /// Words that are declared twice, and those that a domain's folder makes and its declaration lacks, or the other way round.
    ///
    /// - Throws: what the file system throws.
    func faults() throws -> [String] {
        var faults: [String] = []
        for (type, words) in Self.kinds {
            let declared = domains.flatMap(words)
            for word in Set(declared) where declared.count(where: { $0 == word }) > 1 { faults.append("\(type) \(word) is declared twice") }
            // The ledger has words of the program itself too.
            for word in try Self.words(of: type, in: try text(of: "App")).intersection(declared) {
                faults.append("\(type) \(word) is made in App and declared by a domain")
            }
            for domain in domains {
                let name = String(reflecting: domain)
                let made = try Self.words(of: type, in: try text(of: String(name.prefix { $0 != "." })))
                let listed = Set(words(domain))
                faults += made.subtracting(listed).map { "\(type) \($0) is made in \(name)'s folder and not declared" }
                faults += listed.subtracting(made).map { "\(type) \($0) is declared by \(name) and made elsewhere" }
            }
        }
        return faults.sorted()
    }

    /// The words of a type that code makes, with its name or in an extension of it.
    static func words(of type: String, in text: String) throws -> Set<String> {
        let blocks = text.matches(of: try Regex("(?s)extension \(type) \\{\n(.*?)\n\\}", as: (Substring, Substring).self)).map(\.1)
        let ownWords = blocks.flatMap { $0.matches(of: /= Self\((?:rawValue: )?\s*"(\w+)"/).map(\.1) }
        let named = text.matches(of: try Regex("= \(type)\\((?:rawValue: )?\\s*\"(\\w+)\"", as: (Substring, Substring).self)).map(\.1)
        return Set((ownWords + named).map(String.init))
    }

    private func text(of module: String) throws -> String {
        let folder = sources.appending(path: module)
        guard FileManager.default.fileExists(atPath: folder.path) else { return "" }
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
        return try names.map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }.joined(separator: "\n")
    }
}
