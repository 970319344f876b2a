import Hummingbird
import ParaphWire
import ServerKit

/// A page: what it shows, and the values that its template takes.
protocol Page: Sendable {
    /// The template's name.
    static var template: String { get }
    /// Whether strangers are sent to sign in first.
    static var needsSession: Bool { get }

    /// Whether it may be compressed: not where it shows what its address says beside what is the person's own, for then its size tells
    /// those who can read sizes on the way, and choose addresses, of the latter (BREACH).
    static var isCompressed: Bool { get }

    /// Whether its modules say something of documents: those of strangers' first pages do not, so that these are there sooner.
    static var hasDocumentWords: Bool { get }

    /// Gathers what the page shows.
    ///
    /// - Throws: a ``Redirect`` where the visitor should be elsewhere; the API's `Problem`.
    static func load(_ visit: Visit) async throws -> Self

    /// The key of the title's text.
    var title: String { get }
    /// The area whose tab is lit.
    var area: Area? { get }
    /// Whether the tab leads to this very page.
    var isAreaStart: Bool { get }
    /// The modules that the page runs.
    var scripts: [String] { get }
    /// The template's values besides those that every page has.
    func values(_ phrases: Phrases) -> [String: Any]
}

extension Page {
    static var needsSession: Bool { true }
    static var isCompressed: Bool { true }
    static var hasDocumentWords: Bool { needsSession }
    var area: Area? { nil }
    var isAreaStart: Bool { false }
    var scripts: [String] { [] }
    func values(_ phrases: Phrases) -> [String: Any] { [:] }
}

/// The tabs.
enum Area: String {
    case documents, activity, more
}

/// Sends the visitor to another page.
enum Redirect: Error {
    case to(String)
}

/// One request for a page, with its way to the API.
struct Visit: Sendable {
    let request: Request
    let context: ParaphContext
    let api: any NativeAPI
    /// Whose words pages show.
    let domains: DomainList
    let phrases: Phrases
    /// The number of the iOS app in the App Store, where there is one to offer.
    var appStoreID: String?
    /// The country whose telephone numbers may be typed without country code, ISO 3166-1, where the operator named one.
    var country: String?

    /// Whether the visitor has opened a session by signing.
    var isSignedIn: Bool { context.principal?.sessionID != nil }

    /// Asks the API; `path` where the endpoint's own has parameters or needs a query.
    func get<Query, Output: Codable>(_ endpoint: Endpoint<Query, Nothing, Output>, at path: String? = nil) async throws -> Output {
        let bytes = try await api.send(method: .get, path: path ?? endpoint.path, body: nil, for: request, context: context)
        return try JSONBody.decode(Output.self, from: bytes)
    }

    /// Tells the API something.
    func post<Input: Codable, Output: Codable>(_ endpoint: Endpoint<Nothing, Input, Output>, _ input: Input) async throws -> Output {
        let body = try JSONBody.encode(input)
        let bytes = try await api.send(method: .post, path: endpoint.path, body: body, for: request, context: context)
        return try JSONBody.decode(Output.self, from: bytes)
    }

    /// One of the query's parameters.
    func query(_ name: Substring) -> String? {
        request.uri.queryParameters[name].map(String.init)
    }

    /// The cursor of a page of a list, in one of the query's parameters; `nil` where it could not stand in a call's query as it is.
    func cursor(_ name: Substring) -> String? {
        query(name).flatMap { $0.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "&") } ? $0 : nil }
    }

    /// The person, who must have a template by now; without one they are sent to give one.
    func enrolledPerson() async throws -> Person {
        let person = try await get(IdentityEndpoints.me)
        guard person.signature.isEnrolled else { throw Redirect.to("/enrol") }
        return person
    }
}
