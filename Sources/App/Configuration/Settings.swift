import Configuration
import Identity
import ParaphTrust
import ParaphVerification
import ParaphWire
import ServerKit

/// The values of a configuration, as text.
struct Settings {
    let reader: ConfigReader

    /// A setting as text, whatever form a file gave it; `nil` where it is absent or empty.
    func text(_ key: ConfigKey) -> String? {
        let value = reader.string(forKey: key) ?? reader.int(forKey: key).map(String.init)
        return value.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// A setting as a number in a range.
    func number(_ key: ConfigKey, in range: ClosedRange<Int>) throws -> Int? {
        guard let text = text(key) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw ConfigurationError(setting: "\(key)", problem: "must be a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// How sure the verifier must be before a signature counts.
    func strictness() throws -> VerificationPolicy.Strictness {
        guard let name = text("strictness") else { return .balanced }
        guard let strictness = VerificationPolicy.Strictness(rawValue: name) else {
            let names = VerificationPolicy.Strictness.allCases.map(\.rawValue).joined(separator: ", ")
            throw ConfigurationError(setting: "strictness", problem: "must be one of \(names)")
        }
        return strictness
    }

    /// The name of the organisation that runs the instance.
    func organisation() throws -> String? {
        guard let name = text("organisation") else { return nil }
        guard name.unicodeScalars.count <= 64, name.contains(where: { !$0.isWhitespace }),
            !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else { throw ConfigurationError(setting: "organisation", problem: "must be a name of 1 to 64 characters in one line") }
        return name
    }

    /// The country that most people of the instance live in, ISO 3166-1.
    func country() throws -> String? {
        guard let code = text("country")?.uppercased() else { return nil }
        guard PhoneNumber.countries.contains(code) else {
            throw ConfigurationError(setting: "country", problem: "must be the two letters of a country, such as FR (ISO 3166-1)")
        }
        return code
    }

    /// Who is told of alarms.
    func operatorContact() throws -> OperatorContact? {
        guard let address = text("administrator") else { return nil }
        guard let language = Language(rawValue: text("administratorLanguage") ?? "en") else {
            throw ConfigurationError(setting: "administrator-language", problem: "must be one of en, ru, fr")
        }
        guard let contact = OperatorContact(email: address, language: language) else {
            throw ConfigurationError(setting: "administrator", problem: "must be an address that mail can be sent to")
        }
        return contact
    }

    /// Where addresses may lead that clients and browsers named.
    func networks() throws -> AddressPolicy.Networks {
        guard let text = text("outgoingAddresses") else { return .public }
        guard let networks = AddressPolicy.Networks(rawValue: text) else {
            let values = AddressPolicy.Networks.allCases.map(\.rawValue).joined(separator: " or ")
            throw ConfigurationError(setting: "outgoing-addresses", problem: "must be \(values)")
        }
        return networks
    }

    /// The limits that `rateLimits` switches `off`, or multiplies: `on` (as is), or a number of at least 0.1.
    func rateLimits() throws -> RateLimits? {
        switch text("rateLimits") {
        case nil, "on": return RateLimits()
        case "off": return nil
        case let factor?:
            guard let factor = Double(factor), (0.1...1000).contains(factor) else {
                throw ConfigurationError(setting: "rate-limits", problem: "must be on, off, or a factor from 0.1 to 1000")
            }
            return RateLimits().multiplied(by: factor)
        }
    }
}
