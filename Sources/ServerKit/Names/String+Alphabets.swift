extension String {
    /// Whether a word of it mixes alphabets whose letters look alike: Latin, Cyrillic, Greek, Armenian and Cherokee, as “Аnna” with a Cyrillic А.
    ///
    /// Words of one alphabet each, as in “Анна Smith”, are no disguise; nor are Latin letters beside Han, Kana or Hangul (UTS #39,
    /// section 5.2, highly restrictive). Whole words of another alphabet that look like Latin ones are not found.
    public var mixesAlphabets: Bool {
        split { !$0.isLetter && !$0.isNumber && $0 != "’" && $0 != "'" }.contains { word in
            var first: Alphabet?
            for scalar in word.unicodeScalars {
                guard let alphabet = Alphabet(scalar) else { continue }
                if let first, first != alphabet { return true }
                first = alphabet
            }
            return false
        }
    }

    /// What stands behind a name that another person sees, where ``mixesAlphabets``; else nothing.
    public func alphabetsMark(in language: Language) -> String {
        guard mixesAlphabets else { return "" }
        return switch language {
        case .en: " (mixed alphabets)"
        case .ru: " (буквы разных алфавитов)"
        case .fr: " (alphabets mélangés)"
        }
    }
}

/// The alphabets with letters that look like those of another one.
private enum Alphabet {
    case latin, cyrillic, greek, armenian, cherokee

    /// The alphabet of a letter, by blocks of Unicode; `nil` for everything else.
    init?(_ scalar: Unicode.Scalar) {
        guard scalar.properties.isAlphabetic else { return nil }
        switch scalar.value {
        case 0xAA, 0xBA: return nil
        case 0x41...0x24F, 0x250...0x2AF, 0x1E00...0x1EFF, 0x2C60...0x2C7F, 0xA722...0xA7FF, 0xFB00...0xFB06, 0xFF21...0xFF5A: self = .latin
        case 0x370...0x3FF, 0x1F00...0x1FFF: self = .greek
        case 0x400...0x52F, 0x1C80...0x1C8F, 0x1D2B, 0x2DE0...0x2DFF, 0xA640...0xA69F: self = .cyrillic
        case 0x530...0x58F: self = .armenian
        case 0x13A0...0x13FF, 0xAB70...0xABBF: self = .cherokee
        default: return nil
        }
    }
}
