import ParaphWire
import ServerKit
import SignToLoginDialect

extension SignToLoginParameters {
    /// The person's address, in the form in which addresses are kept.
    func email() throws(SignToLoginRefusal) -> EmailAddress {
        let text = try requiredLine("email", limit: 254)
        guard let email = EmailAddress(text) else {
            throw SignToLoginRefusal.badEmail
        }
        return email
    }

    /// Checks the client's own time, `DD.MM.YYYY HH:MM:SS`; it is kept as it is, for clocks differ and the zone is not told.
    func requiredTime() throws(SignToLoginRefusal) -> String {
        let text = try requiredLine("time", limit: 30)
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 2, Self.date(parts[0]) != nil, let clock = Self.numbers(parts[1], separator: ":", lengths: [2, 2, 2]),
            clock[0] < 24, clock[1] < 60, clock[2] < 60
        else {
            throw SignToLoginRefusal("time", "must be a time in the form DD.MM.YYYY HH:MM:SS, such as 21.11.2026 10:07:59")
        }
        return text
    }

    /// The day of birth, `DD.MM.YYYY`, as `YYYY-MM-DD`.
    func birthday(today: Timestamp) throws(SignToLoginRefusal) -> String? {
        guard let text = try line("birthday", limit: 30) else { return nil }
        guard let date = Self.date(text[...]), date.year >= 1900, date.daysSince1970 * 86_400_000 <= today.milliseconds else {
            throw SignToLoginRefusal("birthday", "must be a day since 1900 in the form DD.MM.YYYY, such as 31.12.1990")
        }
        return String(Timestamp(milliseconds: date.daysSince1970 * 86_400_000).text.prefix(10))
    }

    /// `male` or `female`.
    func sex() throws(SignToLoginRefusal) -> Profile.Sex? {
        guard let text = try line("sex", limit: 30) else { return nil }
        guard let sex = Profile.Sex(rawValue: text.lowercased()) else { throw SignToLoginRefusal("sex", "must be male or female") }
        return sex
    }

    /// A telephone number, in whichever form it was typed or pasted; `nil` where it is absent or blank.
    func phoneNumber() throws(SignToLoginRefusal) -> String? {
        guard let typed = try text("phone_number"), !TextRules.isBlank(typed) else { return nil }
        do throws(PhoneNumber.Fault) {
            return try PhoneNumber(typed: typed).text
        } catch {
            throw SignToLoginRefusal("phone_number", error.words)
        }
    }

    private static func date(_ text: Substring) -> CivilDate? {
        numbers(text, separator: ".", lengths: [2, 2, 4]).flatMap { CivilDate(year: $0[2], month: $0[1], day: $0[0]) }
    }

    /// Numbers of a fixed count of digits each.
    private static func numbers(_ text: Substring, separator: Character, lengths: [Int]) -> [Int64]? {
        let parts = text.split(separator: separator, omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == lengths, parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }) else { return nil }
        return parts.compactMap { Int64($0) }
    }
}

extension SignToLoginRefusal {
    /// The parameter `email` is no address.
    static let badEmail = SignToLoginRefusal("email", "must be an e-mail address such as name@example.org")
}
