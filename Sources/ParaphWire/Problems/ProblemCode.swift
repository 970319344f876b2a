/// The machine's word for a problem, stable across versions; a later server has words that this version does not know.
///
/// What each means, and the one status that it comes with, stands in ``ProblemType`` and at `/problems` of every server. Servers use the constants alone, which `scripts/check-layout` holds them to; a literal is for tests and
/// for clients of a server that is newer than this.
public struct ProblemCode: RawRepresentable, ExpressibleByStringLiteral, CustomStringConvertible, Codable, Hashable, Sendable {
    /// The word as it is on the wire.
    public let rawValue: String

    /// The word.
    public var description: String { rawValue }

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public init(stringLiteral value: String) {
        rawValue = value
    }
}

/// Problems of every domain.
extension ProblemCode {
    public static let crossSite = ProblemCode(rawValue: "crossSite")
    public static let damagedPages = ProblemCode(rawValue: "damagedPages")
    public static let forbidden = ProblemCode(rawValue: "forbidden")
    public static let insufficientScope = ProblemCode(rawValue: "insufficientScope")
    public static let fault = ProblemCode(rawValue: "internal")
    public static let malformed = ProblemCode(rawValue: "malformed")
    public static let methodNotAllowed = ProblemCode(rawValue: "methodNotAllowed")
    public static let notFound = ProblemCode(rawValue: "notFound")
    public static let sessionRequired = ProblemCode(rawValue: "sessionRequired")
    public static let signatureExpired = ProblemCode(rawValue: "signatureExpired")
    public static let timeout = ProblemCode(rawValue: "timeout")
    public static let tooLarge = ProblemCode(rawValue: "tooLarge")
    public static let tooMany = ProblemCode(rawValue: "tooMany")
    public static let unauthenticated = ProblemCode(rawValue: "unauthenticated")
    public static let unavailable = ProblemCode(rawValue: "unavailable")
    public static let unknownSignature = ProblemCode(rawValue: "unknownSignature")
    public static let unsupportedMediaType = ProblemCode(rawValue: "unsupportedMediaType")
}
