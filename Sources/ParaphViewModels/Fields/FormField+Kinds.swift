import Foundation
import ParaphWire

extension FormField {
    static func email(_ words: Words) -> FormField {
        let (label, hint) = (words("field.email"), words("field.emailHint"))
        return FormField(.email, name: "email", label: label, hint: hint, rule: emailRule(words), words: words)
    }

    /// What an address may be.
    static func emailRule(_ words: Words) -> FieldRule {
        FieldRule(
            isRequired: true,
            longest: 254,
            allows: { !$0.properties.isWhitespace && !",;:<>()[]\\\"".unicodeScalars.contains($0) },
            isRight: { $0.wholeMatch(of: /[^@\s]+@[^@\s]+\.[^@\s.]{2,}/) != nil },
            wrong: words("field.emailWrong")
        )
    }

    static func userName(_ words: Words) -> FormField {
        let rule = FieldRule(isRequired: true, allows: isOfName, allowed: words("field.nameAllowed"), wrong: words("field.missing"))
        return FormField(.name, name: "userName", label: words("field.name"), rule: rule, words: words)
    }

    static func username(_ words: Words) -> FormField {
        let rule = FieldRule(
            longest: 32,
            allows: { isLatinOrDigit($0) || "._-".unicodeScalars.contains($0) },
            allowed: words("field.usernameAllowed"),
            isRight: { $0.count >= 3 },
            wrong: words("field.usernameWrong")
        )
        return FormField(
            .username,
            name: "username",
            label: words("field.username"),
            hint: words("field.usernameHint"),
            rule: rule,
            words: words
        )
    }

    /// A telephone number; one of `country` may stand without country code, and gets it when the field is left.
    static func phoneNumber(_ words: Words, country: String?) -> FormField {
        let rule = FieldRule(
            isRight: { (try? PhoneNumber(typed: $0, country: country)) != nil },
            completed: { typed in
                (try? PhoneNumber(typed: typed)) == nil ? try? PhoneNumber(typed: typed, country: country).text : nil
            },
            wrong: words("field.phoneWrong"),
            explain: { explainPhone($0, words) }
        )
        return FormField(
            .phone,
            name: "phoneNumber",
            label: words("field.phone"),
            placeholder: words("field.phoneExample"),
            rule: rule,
            words: words
        )
    }

    private static func explainPhone(_ typed: String, _ words: Words) -> String? {
        do throws(PhoneNumber.Fault) {
            _ = try PhoneNumber(typed: typed)
            return nil
        } catch {
            return words.known("script.phone.\(error.rawValue)")
        }
    }

    static func companyName(_ words: Words) -> FormField {
        FormField(.organisation, name: "companyName", label: words("field.company"), rule: plain, words: words)
    }

    static func position(_ words: Words) -> FormField {
        FormField(.position, name: "position", label: words("field.position"), rule: plain, words: words)
    }

    /// Six digits, or the sixteen of a code for an address that has an account.
    static func mailedCode(_ words: Words) -> FormField {
        let rule = FieldRule(
            isRequired: true,
            longest: 20,
            allows: { ("0"..."9").contains($0) || $0 == " " || $0 == "-" },
            allowed: words("field.codeAllowed"),
            isRight: { $0.wholeMatch(of: /[0-9]{6}|([0-9]{4}[ \-]?){3}[0-9]{4}/) != nil },
            wrong: words("field.mailedCodeWrong")
        )
        return FormField(.mailedCode, name: "code", label: words("register.code"), rule: rule, words: words)
    }

    static func identifier(_ words: Words) -> FormField {
        let rule = FieldRule(
            isRequired: true,
            longest: 254,
            allows: { !$0.properties.isWhitespace && !",;<>".unicodeScalars.contains($0) },
            isRight: { $0.count >= 3 },
            wrong: words("signIn.identifierWrong")
        )
        return FormField(.identifier, name: "identifier", label: words("signIn.identifier"), rule: rule, words: words)
    }

    static func recoveryCode(_ words: Words) -> FormField {
        let rule = FieldRule(isRequired: true, longest: 40, wrong: words("recovery.wrong"))
        return FormField(.recoveryCode, name: "recoveryCode", label: words("recovery.code"), rule: rule, words: words)
    }

    /// The six digits of a code that approves.
    static func approvalCode(_ words: Words) -> FormField { code(words("register.code"), words) }

    /// The six digits that a new device shows.
    static func deviceCode(_ words: Words) -> FormField { code(words("device.codeAsk"), words) }

    private static func code(_ label: String, _ words: Words) -> FormField {
        let rule = FieldRule(
            isRequired: true,
            longest: 6,
            allows: { ("0"..."9").contains($0) },
            allowed: words("field.codeAllowed"),
            isRight: { $0.count == 6 },
            wrong: words("field.codeWrong")
        )
        return FormField(.mailedCode, name: "code", label: label, rule: rule, words: words)
    }

    private static let plain = FieldRule(allows: { $0 != "<" && $0 != ">" })

    private static func isLatinOrDigit(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
    }

    private static func isOfName(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
        case .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber: true
        default: " .,'’-".unicodeScalars.contains(scalar)
        }
    }
}
