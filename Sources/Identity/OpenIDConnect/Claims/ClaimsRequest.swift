import Foundation
import ServerKit

/// What a client asks for claim by claim (OpenID Connect Core 1.0, section 5.5): what it wants to be told and where, and what it wants of the sign-in.
///
/// Of claims about the person only names count: `value` is for `sub` and `acr`, for which the specification says what it means. All are voluntary but
/// `acr`: the person reads of each, and gave it or did not.
struct ClaimsRequest: Hashable, Sendable {
    var userInfo: Set<PersonClaim> = []
    var idToken: Set<PersonClaim> = []
    /// The classes of which one is wanted (section 5.5.1.1).
    var classes: [String] = []
    /// Whether a sign-in of none of these is worth nothing to the client.
    var needsClass = false
    /// The client's own name for whom it means.
    var subject: String?

    /// The most bytes.
    private static let limit = 2000

    /// Asks for nothing.
    init() {}

    private struct Members: Codable {
        var userinfo: [String: Wish?]?
        var idToken: [String: Wish?]?

        enum CodingKeys: String, CodingKey {
            case userinfo
            case idToken = "id_token"
        }
    }

    /// What is said of a claim; a value that is no text is none that could be meant here.
    private struct Wish: Codable {
        var essential: Bool?
        var value: String?
        var values: [String]?

        enum CodingKeys: CodingKey { case essential, value, values }

        init(essential: Bool? = nil, value: String? = nil, values: [String]? = nil) {
            (self.essential, self.value, self.values) = (essential, value, values)
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            essential = try container.decodeIfPresent(Bool.self, forKey: .essential)
            value = try? container.decode(String.self, forKey: .value)
            values = try? container.decode([String].self, forKey: .values)
        }
    }

    /// Reads the parameter; names that are unknown here count for nothing.
    ///
    /// - Throws: `invalid_request`; `unmet_authentication_requirements` where nothing here could be what is needed.
    init(_ text: String) throws(OAuthError) {
        guard text.utf8.count <= Self.limit, let members = try? JSONDecoder().decode(Members.self, from: Data(text.utf8)) else {
            throw .invalidRequest("claims must be JSON as OpenID Connect Core 1.0, section 5.5, tells, of \(Self.limit) bytes at most.")
        }
        userInfo = Set((members.userinfo ?? [:]).keys.compactMap(PersonClaim.init))
        let token = members.idToken ?? [:]
        idToken = Set(token.keys.compactMap(PersonClaim.init))
        subject = token["sub"].flatMap { $0?.value } ?? members.userinfo?["sub"].flatMap { $0?.value }
        guard let wish = token["acr"] ?? nil else { return }
        let known = AuthenticationEvent.classes
        classes = wish.values ?? wish.value.map { [$0] } ?? (wish.essential == true ? known : [])
        needsClass = wish.essential == true
        guard !needsClass || classes.contains(where: known.contains) else { throw .unmetRequirements }
    }

    /// What the person reads of before they allow it, besides the scopes.
    var scopes: Set<TokenScope> { Set(userInfo.union(idToken).map(\.scope)) }

    /// The same as the parameter writes it, with nothing else that came in it: no word about a person but the client's own name for them.
    var text: String {
        get throws {
            func members(_ claims: Set<PersonClaim>) -> [String: Wish?] {
                Dictionary(uniqueKeysWithValues: claims.map { ($0.rawValue, nil) })
            }
            var token = members(idToken)
            if let subject { token["sub"] = Wish(value: subject) }
            if !classes.isEmpty { token["acr"] = Wish(essential: needsClass, values: classes) }
            return String(decoding: try JSONEncoder().encode(Members(userinfo: members(userInfo), idToken: token)), as: UTF8.self)
        }
    }
}

extension OAuthError {
    /// That what the client needs of a sign-in was not met (OpenID Connect Core Error Code unmet_authentication_requirements 1.0, section 3).
    static let unmetRequirements = OAuthError("unmet_authentication_requirements", "Nobody signs in here by what the client needs.")
}
