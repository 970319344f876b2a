/// What Sign To Login's calls about people answer when they find what they were asked for (spec 000, "Требования к серверному API").
enum SignToLoginAnswer: Hashable, Sendable {
    /// 0 of `/register/`: the template was made.
    case registered(sessionID: String)
    /// 0 of `/login/`: the person may sign.
    case enrolled
    /// 0 of `/authenticate/`: the signature was compared and kept; `refusal` says why it was not, such as `replay`.
    case signed(similarity: Double, signatureID: String, refusal: String?)
    /// 2 of `/register/`: more samples are needed.
    case moreNeeded(required: Int, exist: Int, model: Int, incorrect: Int)
    /// 4, an addition of Paraph's: the owner of the address must confirm first.
    case confirmationNeeded(link: String)
}

extension SignToLoginAnswer: Encodable {
    private enum Key: String, CodingKey {
        case res, error, sessionid, similarity, signatureid, refusal, link
        case countRequired = "count_required"
        case countExist = "count_exist"
        case countModel = "count_model"
        case countIncorrect = "count_incorrect"
    }

    /// The result, which the dialect writes as a string.
    var result: String {
        switch self {
        case .registered, .enrolled, .signed: "0"
        case .moreNeeded: "2"
        case .confirmationNeeded: "4"
        }
    }

    /// What an error says; `nil` where there is none.
    var error: String? {
        switch self {
        case .registered, .enrolled, .signed: nil
        case .moreNeeded: "Not all signatures a valid"
        case .confirmationNeeded:
            "There is an account with this e-mail already. A letter was sent to the address: follow its link, then send this request again"
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
        case .enrolled:
            break
        }
    }
}
