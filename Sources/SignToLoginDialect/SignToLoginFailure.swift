/// What any call of Sign To Login's API may answer instead of its own result (spec 000; 4 to 7 are Paraph's additions).
public enum SignToLoginFailure: Error, Hashable, Sendable {
    /// 1: the key is unknown, or the app disabled.
    case appRefused(key: String)
    /// 2: the app knows no person by this address.
    case unknownUser
    /// 3: the person has no template that was captured by touch.
    case registrationRequired
    /// 5: a parameter is missing or wrong; the reason is a word that programs can tell apart.
    case wrong(parameter: String?, error: String, reason: String? = nil)
    /// 6: too many requests, or a locked account.
    case tooMany(error: String, retryAfter: Int?)
    /// 7: a fault of ours.
    case fault(reference: String)

    /// 6: an administrator disabled the account.
    public static let disabled = SignToLoginFailure.tooMany(
        error: "This account was disabled; ask whoever runs the server",
        retryAfter: nil
    )
}

extension SignToLoginFailure: Encodable {
    private enum Key: String, CodingKey {
        case res, error, parameter, reason, reference
        case retryAfter = "retry_after"
    }

    /// The result, which the dialect writes as a string.
    public var result: String {
        switch self {
        case .appRefused: "1"
        case .unknownUser: "2"
        case .registrationRequired: "3"
        case .wrong: "5"
        case .tooMany: "6"
        case .fault: "7"
        }
    }

    /// What the answer says to a person.
    public var error: String {
        switch self {
        case .appRefused(let key): "Application with key '\(key.prefix(100))' is not registered or disabled"
        case .unknownUser: "User does not exist"
        case .registrationRequired: "Registration is required for this type of device"
        case .wrong(_, let error, _), .tooMany(let error, _): error
        case .fault: "Something went wrong on the server. Try again; if it happens again, tell whoever runs the server the reference"
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(result, forKey: .res)
        try container.encode(error, forKey: .error)
        switch self {
        case .wrong(let parameter, _, let reason):
            try container.encodeIfPresent(parameter, forKey: .parameter)
            try container.encodeIfPresent(reason, forKey: .reason)
        case .tooMany(_, let retryAfter):
            try container.encodeIfPresent(retryAfter, forKey: .retryAfter)
        case .fault(let reference):
            try container.encode(reference, forKey: .reference)
        case .appRefused, .unknownUser, .registrationRequired:
            break
        }
    }
}
