/// Why a call is answered with 5.
public struct SignToLoginRefusal: Error, Hashable {
    /// The parameter that is missing or wrong; `nil` where the body is not what the dialect takes.
    public var parameter: String?
    /// What is wrong, and what would be right.
    public var error: String
    /// Why, in one word that programs can tell apart; `nil` where the parameter alone says it.
    public var reason: String?

    /// Says what is wrong with a parameter.
    public init(_ parameter: String, _ detail: String, reason: String? = nil) {
        self.parameter = parameter
        self.reason = reason
        error = "\(parameter) \(detail)"
    }

    /// Says what is wrong with the body.
    public init(body detail: String) {
        error = detail
    }
}
