import Foundation

extension String {
    /// A name as a mail of ours repeats it, or a page that shows what a stranger calls something: in one line of at most 40 characters, with nothing in it that a mail program makes a link of.
    ///
    /// People choose their own names, and those of their devices and apps; mails carry the operator's name. Dots stay where they end a word,
    /// as in “J. R. R.”; those inside one become the end of it, so that `evil.example` is no address any more.
    public var asNameInMail: String {
        var words = ""
        let scalars = Self.apart(precomposedStringWithCanonicalMapping)
        for (place, scalar) in scalars.enumerated() {
            let next = scalars.dropFirst(place + 1).first
            switch scalar {
            case _ where Self.signs.contains(scalar): words.append(" ")
            case _ where Self.dots.contains(scalar): words += next.map { $0 == " " || Self.dots.contains($0) } ?? true ? "." : ". "
            case _ where scalar.isVisible || scalar.isJoiner && scalars.isJoinerInPlace(at: place): words.unicodeScalars.append(scalar)
            default: words.append(" ")
            }
        }
        let line = words.split(separator: " ").joined(separator: " ")
        return line.count > Self.longestName ? line.prefix(Self.longestName - 1) + "…" : line
    }

    /// Whether it holds what people, and programs that show it, take for an address: `a@b`, `//`, or a dot inside a word before a letter.
    public var holdsAddress: Bool {
        let scalars = Self.apart(self)
        return scalars.indices.contains { place in
            guard place > 0, place + 1 < scalars.count else { return false }
            let (before, after) = (scalars[place - 1].properties, scalars[place + 1])
            let endsWord = before.isAlphabetic || before.numericType != nil
            return switch scalars[place] {
            case "@": endsWord && after.isVisible
            case "/", "\\": after == scalars[place]
            case let scalar where Self.dots.contains(scalar): endsWord && after.properties.isAlphabetic
            default: false
            }
        }
    }

    /// ``asNameInMail`` of a person whom the recipient may not know: without what looks like a telephone number.
    ///
    /// That is nine digits or more, with whatever but letters between them. Dates stay, and short numbers.
    public var asNameInInvitation: String {
        // The number, from its first digit to its last, and what stands behind that.
        var (words, number, rest, digits) = (String.UnicodeScalarView(), String.UnicodeScalarView(), String.UnicodeScalarView(), 0)
        func close() {
            words += digits < Self.shortestTelephoneNumber ? number : "…".unicodeScalars
            words += rest
            (number, rest, digits) = (.init(), .init(), 0)
        }
        for scalar in asNameInMail.unicodeScalars {
            let isDigit = [.decimal, .digit].contains(scalar.properties.numericType)
            if isDigit {
                number += rest
                number.append(scalar)
                (rest, digits) = (.init(), digits + 1)
            } else if digits > 0, !scalar.properties.isAlphabetic {
                rest.append(scalar)
            } else {
                close()
                words.append(scalar)
            }
        }
        close()
        return String(words)
    }

    private static let shortestTelephoneNumber = 9

    /// What a person writes to another in a mail of ours: as it is, but for what a mail program makes a link of.
    ///
    /// The dot of an address becomes the end of a word; those of numbers, such as `1.2` or `24.11.2026`, and before a space stay. Neighbours are looked at as they are
    /// read: past what does not show, so that nothing hidden between them brings a link together.
    public var asWordsInMail: String {
        let written = Array(unicodeScalars)
        let scalars = written.indices.filter { place in
            let scalar = written[place]
            return scalar == "\n" || scalar == "\t" || scalar.isVisible || scalar.properties.generalCategory == .spaceSeparator
                || scalar.isJoiner && written.isJoinerInPlace(at: place)
        }.map { written[$0] }
        var words = ""
        for (place, scalar) in scalars.enumerated() {
            switch scalar {
            case _ where Self.colons.contains(scalar) && Self.slashes.contains(Self.read(after: place, in: scalars)): words += ": "
            case _ where Self.dots.contains(scalar) && Self.joins(dotAt: place, in: scalars): words += ". "
            case "@", "\u{FF20}", "\u{FE6B}": words += " @ "
            default: words.unicodeScalars.append(scalar)
            }
        }
        return words
    }

    /// Whether a dot stands between the labels of an address: before one with a letter in it, or in a word of numbers with three dots or more, as an IPv4 address has.
    private static func joins(dotAt place: Int, in scalars: [Unicode.Scalar]) -> Bool {
        guard let written = read(after: place, in: scalars), let next = plain(written) else { return false }
        if next.properties.isAlphabetic { return true }
        guard next.properties.numericType != nil else { return false }
        // What is read as a number, such as `①`, without being written as one is no date.
        if next != written { return true }
        let isSpace = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace }
        let label = scalars[(place + 1)...].prefix(longestLabel).prefix { !isSpace($0) && !dots.contains($0) && !slashes.contains($0) }
        if label.contains(where: { $0.properties.isAlphabetic }) { return true }
        let before = scalars[..<place].reversed().prefix(longestNumber).prefix { !isSpace($0) }
        let after = scalars[place...].prefix(longestNumber).prefix { !isSpace($0) }
        return (before + after).count { dots.contains($0) } >= 3
    }

    /// The next scalar that is read as a character of its own: past joiners, variation selectors and marks on what stands before.
    private static func read(after place: Int, in scalars: [Unicode.Scalar]) -> Unicode.Scalar? {
        scalars[(place + 1)...].first {
            !$0.properties.isDefaultIgnorableCodePoint && ![.nonspacingMark, .enclosingMark].contains($0.properties.generalCategory)
        }
    }

    /// What browsers read for a scalar in an address (UTS #46, section 4): `™` as `t`, for its first letter decides.
    private static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        scalar.isASCII ? scalar : String(scalar).precomposedStringWithCompatibilityMapping.unicodeScalars.first
    }

    private static let colons: Set<Unicode.Scalar> = [":", "\u{FF1A}", "\u{FE55}", "\u{FE13}", "\u{2236}"]
    private static let slashes: Set<Unicode.Scalar?> = ["/", "\\", "\u{FF0F}", "\u{2044}", "\u{2215}", "\u{FF3C}", "\u{FE68}"]
    /// Octets of a label (RFC 1035, section 2.3.4).
    private static let longestLabel = 63
    /// The letters of `255.255.255.255` and then some.
    private static let longestNumber = 24

    /// The scalars of a text in which those that stand for signs of an address, such as `℀` and `＠`, are these signs.
    ///
    /// What else has a compatibility form stays as it was written: `№` is no `No`.
    private static func apart(_ text: String) -> [Unicode.Scalar] {
        text.unicodeScalars.flatMap { scalar -> [Unicode.Scalar] in
            guard !scalar.isASCII, scalar != "…" else { return [scalar] }
            let plain = Array(String(scalar).precomposedStringWithCompatibilityMapping.unicodeScalars)
            return plain.contains { $0 != scalar && ($0 == "." || signs.contains($0)) } ? plain : [scalar]
        }
    }

    /// What parts an address, or stands around one.
    private static let signs: Set<Unicode.Scalar> = ["@", "/", "\\", ":", "<", ">", "[", "]", "(", ")", "|"]
    /// Full stops, and what browsers and mail programs take for one in an address (UTS #46, section 4).
    private static let dots: Set<Unicode.Scalar> = [".", "\u{3002}", "\u{FF0E}", "\u{FF61}", "\u{2024}", "\u{FE52}", "\u{FE12}"]
    private static let longestName = 40
}
