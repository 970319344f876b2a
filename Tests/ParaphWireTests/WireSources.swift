import Foundation

/// The declarations in the source text of ParaphWire.
struct WireSources {
    /// The names of all types that are Codable, outer types before them.
    private(set) var types: Set<String> = []
    /// The enums among them.
    private(set) var enums: Set<String> = []
    /// Every property: the type that has it, and the type it is of, without marks of lists and options.
    private(set) var properties: [(owner: [String], type: String)] = []
    /// The constants of `ProblemCode`.
    private(set) var problemCodes: [(name: String, word: String)] = []

    init() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources/ParaphWire").standardized
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted() where name.hasSuffix(".swift") {
            read(try String(contentsOf: folder.appending(path: name), encoding: .utf8))
        }
    }

    /// The enums that some type has as they are, not as an `Open` word.
    var plainWords: Set<String> {
        properties.reduce(into: []) { words, property in
            for depth in 0...property.owner.count {
                let name = (property.owner.prefix(depth) + [property.type]).joined(separator: ".")
                if enums.contains(name) { words.insert(name) }
            }
        }
    }

    private mutating func read(_ source: String) {
        problemCodes += source.matches(of: #/static let (\w+) = ProblemCode\(rawValue: "(\w+)"\)/#).map { (String($0.1), String($0.2)) }
        var open: [(name: String, depth: Int)] = []
        var depth = 0
        for line in source.split(separator: "\n") where !line.contains(#/^ *\/\//#) {
            if let match = line.firstMatch(of: #/public (?:indirect )?(struct|enum|extension|protocol) (\w+)(?:<.*?>)?(:.*)?/#) {
                open.append((String(match.2), depth))
                let conformances = match.3 ?? ""
                let name = open.map(\.name).joined(separator: ".")
                if match.1 != "protocol", conformances.contains("Codable") || conformances.contains("DeviceClaims") { types.insert(name) }
                if match.1 == "enum", types.contains(name) { enums.insert(name) }
            } else if let match = line.firstMatch(of: #/public (?:var|let) \w+: \[?([\w.]+)\]?\??$/#) {
                properties.append((open.map(\.name), String(match.1)))
            }
            let code = line.replacing(#/"[^"]*"/#, with: "")
            depth += code.count { $0 == "{" } - code.count { $0 == "}" }
            // A declaration whose constraints stand on the next line opens there.
            if line.hasPrefix("public "), !line.contains("{") { continue }
            while let top = open.last, depth <= top.depth { open.removeLast() }
        }
    }
}
