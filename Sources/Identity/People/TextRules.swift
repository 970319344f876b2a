import ParaphWire
import ServerKit

/// What texts from people must be so that they can be shown to others.
enum TextRules {
    /// Throws unless a text has an allowed length in characters and bytes, and holds nothing invisible that could mislead: no control,
    /// format (such as bidirectional overrides) or unassigned characters; not blank where it must not be empty.
    ///
    /// Joiners are taken where writing needs them (``Swift/String/hasStrayJoiners``). More than four marks on one character are refused: they would cover the lines around it.
    static func check(_ text: String, name: String, length: ClosedRange<Int>) throws {
        guard text.utf8.count <= length.upperBound * 8, length.contains(text.count) else {
            throw Problem.invalid(name, .length, "must have \(length.lowerBound) to \(length.upperBound) characters")
        }
        guard text.unicodeScalars.allSatisfy({ $0 == " " || $0 == "\u{A0}" || $0.isJoiner || $0.isVisible }), !text.hasStrayJoiners else {
            throw Problem.invalid(name, .characters, "holds characters that do not show; leave them out")
        }
        guard !text.hasPiledMarks else {
            throw Problem.invalid(name, .marks, "has more than \(String.markLimit) marks on one character")
        }
        guard length.lowerBound == 0 || !isBlank(text) else { throw Problem.invalid(name, .missing, "must not be blank") }
    }

    /// Whether nothing of a text shows.
    static func isBlank(_ text: String) -> Bool {
        !text.unicodeScalars.contains { $0.isVisible && !$0.isMark && !$0.properties.isVariationSelector }
    }
}

extension Profile {
    /// Throws unless every part of the profile is what it should be.
    func check() throws {
        try TextRules.check(userName, name: "profile.userName", length: 1...100)
        try companyName.map { try TextRules.check($0, name: "profile.companyName", length: 0...100) }
        try position.map { try TextRules.check($0, name: "profile.position", length: 0...100) }
        if let phoneNumber {
            do throws(PhoneNumber.Fault) {
                guard try PhoneNumber(typed: phoneNumber).text == phoneNumber else { throw .characters }
            } catch {
                let reason = "must be + and digits, such as +33123456789 (E.164); it \(error.words)"
                throw Problem.invalid("profile.phoneNumber", .malformed, reason)
            }
        }
        if let birthday, Self.day(birthday) == nil {
            throw Problem.invalid("profile.birthday", .malformed, "is not a day of the calendar since 1900, such as 1990-12-31")
        }
    }

    private static func day(_ text: String) -> CivilDate? {
        guard text.utf8.count == 10, let moment = Timestamp(text + "T00:00:00Z") else { return nil }
        let date = CivilDate(daysSince1970: moment.milliseconds / 86_400_000 - (moment.milliseconds % 86_400_000 < 0 ? 1 : 0))
        return date.year >= 1900 ? date : nil
    }
}
