/// What Sign To Login's API answers (spec 000, "Требования к серверному API"; 4 to 7 are Paraph's additions).
enum SignToLoginAnswer: Hashable, Sendable {
    /// 0 of `/register/`: the template was made.
    case registered(sessionID: String)
    /// 0 of `/login/`: the person may sign.
    case enrolled
    /// 0 of `/authenticate/`: the signature was compared and kept; `refusal` says why it was not, such as `replay`.
    case signed(similarity: Double, signatureID: String, refusal: String?)
    /// 1: the key is unknown, or the app disabled.
    case appRefused(key: String)
    /// 2 of `/register/`: more samples are needed.
    case moreNeeded(required: Int, exist: Int, model: Int, incorrect: Int)
    /// 2 of the other calls.
    case unknownUser
    /// 3: the person has no template that was captured by touch.
    case registrationRequired
    /// 4: the owner of the address must confirm first.
    case confirmationNeeded(link: String)
    /// 5: a parameter is missing or wrong.
    case wrong(parameter: String?, error: String)
    /// 6: too many requests, or a locked account.
    case tooMany(error: String, retryAfter: Int?)
    /// 7: a fault of ours.
    case fault(reference: String)
}

extension SignToLoginAnswer: Encodable {
    private enum Key: String, CodingKey {
        case res, error, sessionid, similarity, signatureid, refusal, link, parameter, reference
        case countRequired = "count_required"
        case countExist = "count_exist"
        case countModel = "count_model"
        case countIncorrect = "count_incorrect"
        case retryAfter = "retry_after"
    }

    /// The result, which the dialect writes as a string.
    var result: String {
        switch self {
        case .registered, .enrolled, .signed: "0"
        case .appRefused: "1"
        case .moreNeeded, .unknownUser: "2"
        case .registrationRequired: "3"
        case .confirmationNeeded: "4"
        case .wrong: "5"
        case .tooMany: "6"
        case .fault: "7"
        }
    }

    /// What an error says; `nil` where there is none.
    var error: String? {
        switch self {
        case .registered, .enrolled, .signed: nil
        case .appRefused(let key): "Application with key '\(key.prefix(100))' is not registered or disabled"
        case .moreNeeded: "Not all signatures a valid"
        case .unknownUser: "User does not exist"
        case .registrationRequired: "Registration is required for this type of device"
        case .confirmationNeeded:
            "There is an account with this e-mail already. A letter was sent to the address: follow its link, then send this request again"
        case .wrong(_, let error), .tooMany(let error, _): error
        case .fault: "Something went wrong on the server. Try again; if it happens again, tell whoever runs the server the reference"
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(result, forKey: .res)
        try container.encodeIfPresent(error, forKey: .error)
        switch self {
        case .registered(let sessionID):
            try container.encode(sessionID, forKey: .sessionid)
        case .signed(let similarity, let signatureID, let refusal):
            try container.encode(similarity, forKey: .similarity)
            try container.encode(signatureID, forKey: .signatureid)
            try container.encodeIfPresent(refusal, forKey: .refusal)
        case .moreNeeded(let required, let exist, let model, let incorrect):
            try container.encode(required, forKey: .countRequired)
            try container.encode(exist, forKey: .countExist)
            try container.encode(model, forKey: .countModel)
            try container.encode(incorrect, forKey: .countIncorrect)
        case .confirmationNeeded(let link):
            try container.encode(link, forKey: .link)
        case .wrong(let parameter, _):
            try container.encodeIfPresent(parameter, forKey: .parameter)
        case .tooMany(_, let retryAfter):
            try container.encodeIfPresent(retryAfter, forKey: .retryAfter)
        case .fault(let reference):
            try container.encode(reference, forKey: .reference)
        case .enrolled, .appRefused, .unknownUser, .registrationRequired:
            break
        }
    }
}
