import Foundation
import ParaphInkFormats
import ParaphWire
import ServerKit

/// The fields of a new app, each checked.
struct CheckedAppRegistration: Hashable, Sendable {
    let name: String
    let bundleID: String
    let email: EmailAddress
    let website: String

    /// - Parameters:
    ///   - registration: What is told of the app.
    ///   - intranet: Whether its website may be one that is reached inside the organisation only.
    ///   - anybodys: Whether the app is registered by a person for themselves.
    /// - Throws: a ``Problem`` that names the first field that is wrong.
    init(_ registration: AppRegistration, intranet: Bool = false, anybodys: Bool = false) throws(Problem) {
        name = try AppRules.name(registration.name, anybodys: anybodys)
        bundleID = try AppRules.bundleID(registration.bundleId)
        email = try AppRules.email(registration.email)
        website = try AppRules.website(registration.website, intranet: intranet)
    }
}

/// What the fields of an app may hold.
enum AppRules {
    /// The most apps that one person registers.
    static let appLimit = 50
    /// The most bytes of an icon.
    static let iconLimit = 1_000_000
    /// The longest side of an icon, in pixels.
    static let iconSide = 2048

    /// 1 … 100 visible characters, without the spaces around them.
    ///
    /// - Parameters:
    ///   - text: The name as it was typed.
    ///   - anybodys: Whether it is chosen by the person who registers an app, not by an administrator: then it holds nothing that looks like an address.
    /// - Returns: the name.
    /// - Throws: a ``Problem`` of the field `name`: `malformed`, `address`.
    static func name(_ text: String, anybodys: Bool = false) throws(Problem) -> String {
        let name = text.trimmingCharacters(in: .whitespaces)
        guard (1...100).contains(name.count), name.utf8.count <= 400,
            name.unicodeScalars.allSatisfy({ $0.isVisible || $0 == " " || $0.isJoiner }), !name.hasStrayJoiners, !name.hasPiledMarks
        else {
            throw .invalid("name", .malformed, "must hold 1 to 100 visible characters")
        }
        guard !anybodys || !name.holdsAddress else {
            throw .invalid("name", .address, "looks like an address; leave out @, slashes and dots inside words")
        }
        return name
    }

    /// The reverse-DNS name that Apple gives apps (CFBundleIdentifier): two or more labels of letters, digits and hyphens.
    static func bundleID(_ text: String) throws(Problem) -> String {
        let labels = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let isAllowed: (UInt8) -> Bool = { byte in
            (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) || byte == UInt8(ascii: "-")
        }
        guard text.utf8.count <= 155, labels.count >= 2, labels.allSatisfy({ !$0.isEmpty && $0.allSatisfy(isAllowed) }) else {
            throw .invalid(
                "bundleId",
                .malformed,
                "must be a reverse-DNS name of letters, digits, hyphens and dots, such as com.example.app"
            )
        }
        return text
    }

    static func email(_ text: String) throws(Problem) -> EmailAddress {
        guard let email = EmailAddress(text) else {
            throw .invalid("email", .malformed, "must be an e-mail address such as name@example.org")
        }
        return email
    }

    /// An https address on the public web, or one on an intranet, of http too and of hosts without a dot or in letters of any script; shown as
    /// a link, and never fetched.
    ///
    /// On the public web such names are taken as `xn--…` only: anybody may register an app, and letters of two scripts look alike.
    static func website(_ text: String, intranet: Bool = false) throws(Problem) -> String {
        let plain = intranet ? withPlainHost(text) : text
        guard text.utf8.count <= 500, plain.utf8.allSatisfy({ $0 > 32 && $0 < 127 }), let url = URL(string: plain),
            let scheme = url.scheme?.lowercased(), scheme == "https" || intranet && scheme == "http",
            let host = url.host(), !host.isEmpty, intranet || host.contains("."), url.user() == nil, url.password() == nil
        else {
            let example = intranet ? "an http or https address such as http://sign" : "an https address such as https://example.org"
            throw .invalid("website", .malformed, "must be \(example)")
        }
        return text
    }

    /// An address with an `x` for each letter and digit of its host that is not ASCII.
    private static func withPlainHost(_ text: String) -> String {
        guard let start = text.firstRange(of: "://")?.upperBound else { return text }
        let end = text[start...].firstIndex { "/?#".contains($0) } ?? text.endIndex
        let host = text[start..<end].unicodeScalars.map { scalar in
            let isOfName =
                scalar.isVisible && (scalar.properties.isAlphabetic || scalar.isMark || scalar.properties.numericType == .decimal)
            return Character(!scalar.isASCII && isOfName ? "x" : scalar)
        }
        return text[..<start] + String(host) + text[end...]
    }

    /// A picture as an icon, without anything but the picture.
    static func icon(_ bytes: [UInt8]) throws(Problem) -> Photo {
        do {
            return try Photo.sanitised(bytes, limits: Photo.Limits(bytes: iconLimit, side: iconSide))
        } catch {
            throw .malformed(error.message)
        }
    }
}
