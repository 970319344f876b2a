public import Foundation

/// The description of the APIs (OpenAPI 3.1), joined of one file for each domain.
///
/// A file has the document's own form, with `tags`, `paths` and `components` alone; the lines of each section follow one another in the order of the
/// files, as they are. So a file reads as a description of its own, and the joined text needs no parser.
public enum OpenAPIDocument {
    /// The text of a module's `OpenAPI/openapi.yaml`; `nil` where the program was installed without it.
    public static func text(in bundle: Bundle) -> String? {
        bundle.url(forResource: "openapi", withExtension: "yaml").flatMap { try? String(contentsOf: $0, encoding: .utf8) }
    }

    /// The texts as one; the first has the head.
    public static func joined(_ texts: [String]) -> String {
        var order: [String] = []
        var sections: [String: [Substring]] = [:]
        for text in texts {
            var section = ""
            for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
                let name: String? =
                    if let key = line.prefixMatch(of: #/(\w+):/#) {
                        String(key.1)
                    } else if section.hasPrefix("components"),
                        let key = line.wholeMatch(of: #/  (\w+):/#)
                    { "components.\(key.1)" } else { nil }
                guard let name else {
                    sections[section, default: []].append(line)
                    continue
                }
                section = name
                guard sections[name] == nil else { continue }
                sections[name] = [line]
                order.append(name)
            }
            // What follows the last end of a line is no line.
            if sections[section]?.last == "" { sections[section]?.removeLast() }
        }
        let components = order.filter { $0.hasPrefix("components") }
        let head = order.filter { !$0.hasPrefix("components") }
        return (head + components).flatMap { sections[$0] ?? [] }.map { "\($0)\n" }.joined()
    }
}
