import Foundation

extension String {
    /// A name as a mail of ours repeats it, or a page that shows what a stranger calls something: in one line of at most 40 characters, with nothing in it that a mail program makes a link of.
    ///
    /// People choose their own names, and those of their devices and apps; mails carry the operator's name. Dots stay where they end a word,
    /// as in “J. R. R.”; those inside one become the end of it, so that `evil.example` is no address any more.
    public var asNameInMail: String {
        var words = ""
        let scalars = Array(precomposedStringWithCompatibilityMapping.unicodeScalars)
        for (place, scalar) in scalars.enumerated() {
            let next = scalars.dropFirst(place + 1).first
            switch scalar {
            case "@", "/", "\\", ":", "<", ">", "[", "]", "(", ")", "|": words.append(" ")
            case _ where Self.dots.contains(scalar): words += next.map { $0 == " " || Self.dots.contains($0) } ?? true ? "." : ". "
            case _ where scalar.isVisible || scalar == "\u{200D}": words.unicodeScalars.append(scalar)
            default: words.append(" ")
            }
        }
        let line = words.split(separator: " ").joined(separator: " ")
        return line.count > Self.longestName ? line.prefix(Self.longestName - 1) + "…" : line
    }

    /// The same of a person whom the recipient may not know: without what looks like a telephone number.
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
    /// The dot of an address becomes the end of a word; those of numbers, such as `1.2`, and before a space stay.
    public var asWordsInMail: String {
        var words = ""
        let scalars = Array(unicodeScalars)
        for (place, scalar) in scalars.enumerated() {
            let next = scalars.dropFirst(place + 1).first
            switch scalar {
            case ":" where next == "/": words += ": "
            case "@": words += " @ "
            case _ where Self.dots.contains(scalar) && (next?.properties.isAlphabetic ?? false): words += ". "
            case "\n", "\t": words.unicodeScalars.append(scalar)
            case _ where scalar.isVisible || scalar.properties.generalCategory == .spaceSeparator || scalar == "\u{200D}":
                words.unicodeScalars.append(scalar)
            default: continue
            }
        }
        return words
    }

    /// Full stops, and what browsers and mail programs take for one in an address (UTS #46, section 4).
    private static let dots: Set<Unicode.Scalar> = [".", "\u{3002}", "\u{FF0E}", "\u{FF61}", "\u{2024}", "\u{FE52}"]
    private static let longestName = 40
}
