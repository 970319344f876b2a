/// A language that Paraph speaks.
public enum Language: String, CaseIterable, Codable, Hashable, Sendable {
    case en, ru, fr

    /// The first of the languages that a browser asks for (RFC 9110, section 12.5.4) which is spoken here; else English.
    ///
    /// Looks at the first 20 entries; weights decide, ties keep the order.
    public init(acceptLanguage header: String?) {
        var best: (language: Language, weight: Double)?
        for entry in (header ?? "").split(separator: ",").prefix(20) {
            let parts = entry.split(separator: ";").map { $0.trimmingSpaces() }
            guard let tag = parts.first?.split(separator: "-").first, let language = Language(rawValue: tag.lowercased()) else { continue }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            guard weight > 0 else { continue }
            if best.map({ weight > $0.weight }) ?? true { best = (language, weight) }
        }
        self = best?.language ?? .en
    }
}

extension Substring {
    fileprivate func trimmingSpaces() -> Substring {
        var rest = self
        while rest.first == " " || rest.first == "\t" { rest.removeFirst() }
        while rest.last == " " || rest.last == "\t" { rest.removeLast() }
        return rest
    }
}
