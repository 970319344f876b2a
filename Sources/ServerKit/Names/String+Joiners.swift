extension Unicode.Scalar {
    /// Whether it is the zero-width joiner or non-joiner, which choose the form of the letters beside them.
    public var isJoiner: Bool { self == "\u{200C}" || self == "\u{200D}" }
}

extension String {
    /// Whether a joiner stands where no writing needs it, so that it only makes a text another one than it looks like; O(n).
    ///
    /// By the contextual rules of RFC 5892, appendix A.1 and A.2, a joiner stands behind a virama, and a non-joiner between letters of a cursive
    /// script. Three things that people type every day are taken besides: a non-joiner behind a cursive letter that never joins on (`محمد‌رضا`),
    /// a joiner before a virama (Bengali `র‍্য`, Sinhala touching letters; The Unicode Standard, chapters 12 and 13), and one between two emoji.
    public var hasStrayJoiners: Bool {
        guard unicodeScalars.contains(where: \.isJoiner) else { return false }
        let scalars = Array(unicodeScalars)
        return scalars.indices.contains { scalars[$0].isJoiner && !scalars.isJoinerInPlace(at: $0) }
    }
}

extension [Unicode.Scalar] {
    /// Whether the joiner at a place chooses a form there.
    func isJoinerInPlace(at place: Int) -> Bool {
        guard place > 0 else { return false }
        let (before, after) = (self[place - 1], place + 1 < count ? self[place + 1] : nil)
        if before.isVirama { return true }
        guard let after, !after.isJoiner, !before.isJoiner else { return false }
        if self[place] == "\u{200C}" { return letter(before: place)?.isCursive == true && letter(after: place)?.isCursive == true }
        return after.isVirama && before.properties.generalCategory == .otherLetter || emoji(before: place) && after.isPicture
    }

    private func letter(before place: Int) -> Unicode.Scalar? { self[..<place].last { !$0.isMark } }

    private func letter(after place: Int) -> Unicode.Scalar? { self[(place + 1)...].first { !$0.isMark } }

    /// Whether an emoji ends before a place, with a skin colour or a choice of look or without.
    private func emoji(before place: Int) -> Bool {
        self[..<place].last { !$0.properties.isVariationSelector && !$0.properties.isEmojiModifier }?.isPicture == true
    }
}

extension Unicode.Scalar {
    fileprivate var isVirama: Bool { properties.canonicalCombiningClass == .virama }

    /// Whether it is an emoji, other than a digit or sign that can look like one.
    fileprivate var isPicture: Bool { properties.isEmoji && value > 0xFF }

    /// Whether it is a letter of a script whose letters join: Arabic, Syriac, N’Ko, Mandaic, Mongolian, Phags-pa, Manichaean, Hanifi Rohingya, Adlam.
    fileprivate var isCursive: Bool {
        guard properties.generalCategory == .otherLetter || properties.generalCategory == .modifierLetter else { return false }
        return switch value {
        case 0x600...0x74F, 0x750...0x77F, 0x7C0...0x7FF, 0x840...0x8FF, 0x1800...0x18AF, 0xA840...0xA87F, 0xFB50...0xFDFF, 0xFE70...0xFEFE,
            0x10AC0...0x10AFF, 0x10D00...0x10D3F, 0x1E900...0x1E95F:
            true
        default: false
        }
    }
}
