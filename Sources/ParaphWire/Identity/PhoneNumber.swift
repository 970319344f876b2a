/// A telephone number with its country code, as E.164 writes it: `+` and 7 to 15 digits.
///
/// Server and apps read what is typed by it, and `Areas/Register/phone.js` by the same rules; both are held to the table `Tests/Pages/phones.json`.
package struct PhoneNumber: Hashable, Sendable {
    package let text: String

    /// Why what was typed is no number that can be called from everywhere.
    package enum Fault: String, Error, CaseIterable {
        /// Something that is no part of a number, as an extension.
        case characters
        case noCountryCode
        /// `+8 916 …`: the prefix that is dialled inside Russia and Kazakhstan, after a `+`; no country has that code.
        case trunkPrefix
        /// No country has the code.
        case countryCode
        /// Fewer or more than 7 to 15 digits.
        case length
        /// No number of the country has so many digits.
        case nationalLength
    }

    /// The countries whose numbers are known, ISO 3166-1.
    package static var countries: Set<String> { NumberingPlan.countries }

    /// The longest text that is looked at; numbers that are pasted bring spaces, brackets and marks of direction along.
    private static let longest = 200

    /// Reads a number as people type and paste it: after `+` or `00`, with or without `tel:`, in digits of any script.
    ///
    /// Spaces of every width, marks of direction, dashes, dots, slashes and brackets are left out, and so is the prefix that is dialled inside
    /// the country only, as `(0)` or `(020)` behind the country code; but in countries where a zero there is part of the number, as in Italy.
    ///
    /// - Parameters:
    ///   - typed: What was typed or pasted.
    ///   - country: ISO 3166-1; a number without country code that can be one of it is read as such.
    /// - Throws: ``Fault``.
    package init(typed: String, country: String? = nil) throws(Fault) {
        guard typed.utf8.count <= Self.longest else { throw .length }
        var plain = Self.plain(typed)
        if plain.lowercased().hasPrefix("tel:") { plain = Self.trimmed(String(plain.dropFirst(4))) }
        if let trunk = plain.firstMatch(of: #/^(\(? ?(?:\+|00) ?\(? ?([1-9][0-9]{0,2}) ?\)?[ .\/\-]*)\( ?0 ?\)/#) {
            let keepsZero = ["225", "229", "242", "378", "379", "39"].contains(trunk.2)
            plain.replaceSubrange(trunk.range, with: "\(trunk.1)\(keepsZero ? "0" : "")")
        }
        let isLoneEight = plain.firstMatch(of: #/^\(? ?\+ ?\(? ?8[ .\/()\-]/#) != nil
        var number = plain.filter { !" .-/()".contains($0) }
        guard !number.isEmpty, number.dropFirst(number.hasPrefix("+") ? 1 : 0).utf8.allSatisfy({ (48...57).contains($0) }) else {
            throw .characters
        }
        if number.hasPrefix("00") { number = "+" + number.dropFirst(2) }
        if !number.hasPrefix("+"), let plan = country.flatMap(NumberingPlan.of(country:)),
            let national = plan.national(ofLocal: number[...])
        {
            number = "+\(plan.code)\(national)"
        }
        let digits = number.dropFirst()
        guard number.hasPrefix("+"), digits.first != "0" else { throw .noCountryCode }
        let plan = NumberingPlan.of(digits: digits)
        // What Russian numbers become behind a +.
        guard !isLoneEight, plan != nil || digits.first != "8" || digits.count < 3 else { throw .trunkPrefix }
        guard (7...15).contains(digits.count) else { throw .length }
        guard let plan else { throw .countryCode }
        let national = plan.withoutTrunk(digits.dropFirst(plan.code.count))
        guard plan.lengths.isEmpty || plan.lengths.contains(national.count) else { throw .nationalLength }
        guard plan.code.count + national.count >= 7 else { throw .length }
        text = "+\(plan.code)\(national)"
    }

    /// The text in ASCII where it can be: full-width forms as what they mean, digits of any script, one space for all that is blank, one hyphen
    /// for all dashes, and nothing for what does not show.
    ///
    /// All of NFKC that a telephone number needs, without Foundation.
    private static func plain(_ typed: String) -> String {
        var plain = ""
        for typed in typed.unicodeScalars {
            let scalar = (0xFF01...0xFF5E).contains(typed.value) ? Unicode.Scalar(UInt8(typed.value - 0xFEE0)) : typed
            let properties = scalar.properties
            if properties.numericType == .decimal || properties.numericType == .digit, let value = properties.numericValue {
                plain += String(Int(value))
            } else if properties.isWhitespace {
                if !plain.hasSuffix(" ") { plain += " " }
            } else if properties.isDefaultIgnorableCodePoint {
                continue
            } else if properties.generalCategory == .dashPunctuation || scalar == "\u{2212}" {
                plain += "-"
            } else {
                plain.unicodeScalars.append(scalar)
            }
        }
        return trimmed(plain)
    }

    private static func trimmed(_ text: String) -> String {
        let tail = text.drop { $0 == " " }
        return String(tail.prefix(upTo: tail.lastIndex { $0 != " " }.map(tail.index(after:)) ?? tail.startIndex))
    }
}
