import Mustache

/// A text, its plural forms, or a section of texts.
indirect enum Phrase: Hashable, Sendable, Codable {
    case text(String)
    /// The forms by CLDR's plural category.
    case forms([String: String])
    case section([String: Phrase])

    /// CLDR's plural categories that the languages here use for whole numbers.
    static let categories: Set<String> = ["one", "few", "many", "other"]

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let forms = try? container.decode([String: String].self), forms["other"] != nil,
            Self.categories.isSuperset(of: forms.keys)
        {
            self = .forms(forms)
        } else {
            self = .section(try container.decode([String: Phrase].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .forms(let forms): try container.encode(forms)
        case .section(let section): try container.encode(section)
        }
    }
}

extension Phrase: MustacheParent {
    /// What a template's `t.section.name` finds.
    func child(named name: String) -> Any? {
        guard case .section(let section) = self, let child = section[name] else { return nil }
        if case .text(let text) = child { return text }
        return child
    }
}
