import Foundation
import HTTPTypes
import Hummingbird
import Mustache
import NIOCore

/// The bank's pages, and the same as JSON for programs that accept that.
struct BankRoutes: Sendable {
    let bank: Bank
    /// Whether browsers reach it by TLS.
    let isSecure: Bool
    /// Where browsers reach it, where customers let it ask them before it may; and the server that they go to for it.
    let linkedAt: String?
    let issuer: String
    private let template: MustacheTemplate
    private let files: [String: (type: String, bytes: [UInt8])]

    private static let cookie = "bank"
    /// The most bytes of a form.
    private static let limit = 4096

    init(bank: Bank, isSecure: Bool, linkedAt: String?, issuer: String) throws {
        (self.bank, self.isSecure, self.linkedAt, self.issuer) = (bank, isSecure, linkedAt, issuer)
        func file(_ name: String) throws -> [UInt8] {
            guard let url = Bundle.module.url(forResource: name, withExtension: nil, subdirectory: "Resources") else {
                throw CocoaError(.fileNoSuchFile)
            }
            return Array(try Data(contentsOf: url))
        }
        template = try MustacheTemplate(string: String(decoding: try file("page.mustache"), as: UTF8.self))
        files = [
            "bank.css": ("text/css; charset=utf-8", try file("bank.css")),
            "bank.js": ("text/javascript; charset=utf-8", try file("bank.js")),
        ]
    }

    /// A page's values, and what JSON says of the same.
    private struct Answer {
        var status = HTTPResponse.Status.ok
        var title: String
        var values: [String: Any] = [:]
        var json: any Encodable = [String: String]()
    }

    /// An account as programs read it.
    private struct Account: Encodable {
        struct Movement: Encodable {
            let text: String
            /// In cents.
            let amount: Int
            let at: String
        }

        let name: String
        let account: String
        /// In cents.
        let balance: Int
        let movements: [Movement]
        let error: String?
    }

    var router: Router<BasicRequestContext> {
        let router = Router(context: BasicRequestContext.self)
        for (name, file) in files {
            router.get("/\(name)") { _, _ in
                Response(status: .ok, headers: headers(type: file.type), body: .init(byteBuffer: ByteBuffer(bytes: file.bytes)))
            }
        }
        // Browsers ask for it by themselves.
        router.get("/favicon.ico") { _, _ in Response(status: .noContent) }
        router.get("/") { request, _ in try await home(request) }
        router.post("/accounts") { request, _ in try await open(request) }
        router.post("/sign-in") { request, _ in try await signIn(request) }
        router.post("/sign-in/signature") { request, _ in
            let form = try await form(request)
            return try await ask(form["email"] ?? "", for: .signIn, message: nil, request)
        }
        router.post("/sign-out") { request, _ in
            _ = try await form(request)
            await bank.signOut(session(request))
            return redirect("/", session: "")
        }
        router.post("/transfers") { request, _ in try await transfer(request) }
        router.get("/waiting/{id}") { request, context in try await waiting(try context.parameters.require("id"), request) }
        router.post("/waiting/{id}") { request, context in
            _ = try await form(request)
            await bank.cancel(try context.parameters.require("id"), in: session(request))
            return redirect("/")
        }
        router.post("/link") { request, _ in try await link(request) }
        router.get("/linked") { request, _ in try await linked(request) }
        return router
    }

    private func home(_ request: Request, notice: String? = nil, status: HTTPResponse.Status = .ok, email: String = "") async throws
        -> Response
    {
        let words = words(request)
        guard let customer = await bank.customer(session(request)) else {
            var answer = Answer(status: status, title: words["signIn"], json: ["error": notice ?? words["signIn"]])
            answer.values = ["isSignIn": true, "email": email]
            answer.values["notice"] = notice
            if status == .ok, isJSON(request) { answer.status = .unauthorized }
            return try respond(answer, request)
        }
        let movements = customer.movements.map { movement in
            let text =
                switch movement.occasion {
                case .made(let key): words[key]
                case .transfer(let payee): payee
                }
            return Account.Movement(text: text, amount: movement.amount, at: movement.at.ISO8601Format())
        }
        let account = Account(
            name: customer.name,
            account: customer.account,
            balance: customer.balance,
            movements: movements,
            error: status == .ok ? nil : notice
        )
        var answer = Answer(status: status, title: words["account"], json: account)
        answer.values = [
            "isAccount": true, "name": customer.name, "account": customer.account, "balance": words.money(customer.balance),
            "movements": movements.map { ["text": $0.text, "amount": words.money($0.amount), "at": $0.at] },
            "open": await bank.open(in: session(request)).compactMap { one in sentence(words, one.wish).map { ["id": one.id, "wish": $0] }
            },
            "isLinkable": linkedAt != nil && customer.subject == nil, "isLinked": linkedAt != nil && customer.subject != nil,
        ]
        answer.values["notice"] = notice ?? (request.uri.queryParameters["signed"] == nil ? nil : words["done"])
        return try respond(answer, request)
    }

    private func open(_ request: Request) async throws -> Response {
        let form = try await form(request)
        let (email, password) = (form["email"] ?? "", form["password"] ?? "")
        guard await bank.open(email: email, name: form["name"] ?? "", password: password),
            let session = await bank.signIn(email: email, password: password)
        else { return try await home(request, notice: words(request)["taken"], status: .conflict) }
        return redirect("/", session: session)
    }

    private func signIn(_ request: Request) async throws -> Response {
        let form = try await form(request)
        guard let session = await bank.signIn(email: form["email"] ?? "", password: form["password"] ?? "") else {
            return try await home(request, notice: words(request)["wrong"], status: .forbidden, email: form["email"] ?? "")
        }
        return redirect("/", session: session)
    }

    private func transfer(_ request: Request) async throws -> Response {
        let form = try await form(request)
        guard let customer = await bank.customer(session(request)) else { return redirect("/") }
        let payee = (form["payee"] ?? "").trimmingCharacters(in: .whitespaces)
        guard let amount = Self.cents(form["amount"] ?? ""), amount > 0, amount <= customer.balance, (1...60).contains(payee.count) else {
            return try await home(request, notice: words(request)["badTransfer"], status: .badRequest)
        }
        let wish = Bank.Wish.transfer(payee: payee, amount: amount)
        return try await ask(customer.email, for: wish, message: Self.sentence(words(request), payee, amount), request)
    }

    /// What the customer reads on their device, and signs.
    private static func sentence(_ words: BankWords, _ payee: String, _ amount: Int) -> String {
        "\(words["transfer"]): \(words.money(amount)) → \(payee)"
    }

    private func sentence(_ words: BankWords, _ wish: Bank.Wish) -> String? {
        guard case .transfer(let payee, let amount) = wish else { return nil }
        return Self.sentence(words, payee, amount)
    }

    private func ask(_ email: String, for wish: Bank.Wish, message: String?, _ request: Request) async throws -> Response {
        let words = words(request)
        do {
            let (session, id) = try await bank.ask(email, for: wish, message: message, in: session(request))
            return redirect("/waiting/\(id)", session: session)
        } catch let refusal as SignatureProvider.Refusal {
            let (key, status) = Self.answer(to: refusal, links: linkedAt != nil)
            var response = try await home(request, notice: words.text(key, minutes: refusal.retryAfter), status: status, email: email)
            if let seconds = refusal.retryAfter { response.headers[.retryAfter] = "\(seconds)" }
            return response
        } catch {
            return try await home(request, notice: words["unreachable"], status: .badGateway, email: email)
        }
    }

    /// The word and the status for what the signature server refuses.
    private static func answer(to refusal: SignatureProvider.Refusal, links: Bool) -> (key: String, status: HTTPResponse.Status) {
        switch refusal.code {
        case "unknown_user_id": (links ? "unlinked" : "unknown", .conflict)
        case "invalid_binding_message": ("badTransfer", .badRequest)
        // The customer said that a request was not theirs.
        case "access_denied": ("blocked", .forbidden)
        case "temporarily_unavailable" where refusal.retryAfter != nil: ("often", .tooManyRequests)
        case _ where refusal.passes: ("unreachable", .badGateway)
        default: ("failed", .badGateway)
        }
    }

    private func link(_ request: Request) async throws -> Response {
        _ = try await form(request)
        guard let linkedAt else { return redirect("/") }
        do {
            return redirect(try await bank.link(back: "\(linkedAt)/linked", in: session(request)) ?? "/")
        } catch {
            return try await home(request, notice: words(request)["unreachable"], status: .badGateway)
        }
    }

    private func linked(_ request: Request) async throws -> Response {
        let (words, parameters) = (words(request), request.uri.queryParameters)
        let (code, state) = (parameters["code"].map(String.init), parameters["state"].map(String.init))
        guard let isLinked = try? await bank.linked(code: code, state: state, in: session(request)) else {
            return try await home(request, notice: words["unreachable"], status: .badGateway)
        }
        guard isLinked else { return try await home(request, notice: words["notLinked"], status: .conflict) }
        return redirect("/")
    }

    private func waiting(_ id: String, _ request: Request) async throws -> Response {
        let (words, session) = (words(request), session(request))
        guard let shown = await bank.code(of: id, in: session) else { return redirect("/") }
        if isJSON(request) {
            guard let (state, next) = await bank.look(at: id, in: session) else { return redirect("/") }
            var json = ["state": state.rawValue, "next": shown.wish == .signIn ? "/" : "/?signed"]
            json["code"] = shown.code
            var response = try respond(Answer(title: "", json: json), request)
            if let next { response.headers[.setCookie] = setCookie(next) }
            return response
        }
        var answer = Answer(title: words["waiting"])
        answer.values = ["isWaiting": true, "id": id, "until": shown.endsAt.ISO8601Format()]
        answer.values["code"] = shown.code
        answer.values["wish"] = sentence(words, shown.wish)
        return try respond(answer, request)
    }

    /// An amount as people type it, in cents.
    static func cents(_ text: String) -> Int? {
        let text = text.filter { !$0.isWhitespace }.replacing(",", with: ".")
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let whole = Int(parts[0]), (0...1_000_000).contains(whole), parts[0].allSatisfy(\.isNumber)
        else { return nil }
        guard parts.count == 2 else { return whole * 100 }
        guard (1...2).contains(parts[1].count), parts[1].allSatisfy(\.isNumber), let rest = Int(parts[1]) else { return nil }
        return whole * 100 + (parts[1].count == 1 ? rest * 10 : rest)
    }

    private func words(_ request: Request) -> BankWords { BankWords(accepting: request.headers[.acceptLanguage]) }

    private func isJSON(_ request: Request) -> Bool { request.headers[.accept]?.hasPrefix("application/json") == true }

    private func session(_ request: Request) -> String? {
        let pairs = (request.headers[.cookie] ?? "").split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
        return pairs.first { $0.hasPrefix("\(Self.cookie)=") }.map { String($0.dropFirst(Self.cookie.count + 1)) }
    }

    /// Reads a form that a page of the bank sent, or a program that is no browser.
    private func form(_ request: Request) async throws -> [String: String] {
        let site = HTTPField.Name("Sec-Fetch-Site").flatMap { request.headers[$0] }
        guard site == nil || site == "same-origin" else { throw HTTPError(.forbidden) }
        let body = try await request.body.collect(upTo: Self.limit)
        return BankForm.decode(String(buffer: body))
    }

    private func respond(_ answer: Answer, _ request: Request) throws -> Response {
        guard !isJSON(request) else {
            let body = try JSONEncoder().encode(answer.json)
            let headers = headers(type: "application/json")
            return Response(status: answer.status, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: body)))
        }
        let words = words(request)
        var values = answer.values
        (values["t"], values["language"], values["title"]) = (words.all, words.language, answer.title)
        let html = template.render(values)
        return Response(
            status: answer.status,
            headers: headers(type: "text/html; charset=utf-8"),
            body: .init(byteBuffer: ByteBuffer(string: html))
        )
    }

    private func redirect(_ place: String, session: String? = nil) -> Response {
        var headers: HTTPFields = [.location: place, .cacheControl: "no-store"]
        if let session { headers[.setCookie] = setCookie(session) }
        return Response(status: .seeOther, headers: headers)
    }

    private func setCookie(_ session: String) -> String {
        "\(Self.cookie)=\(session); Path=/; HttpOnly; SameSite=Lax\(isSecure ? "; Secure" : "")\(session.isEmpty ? "; Max-Age=0" : "")"
    }

    private func headers(type: String) -> HTTPFields {
        var headers: HTTPFields = [.contentType: type, .cacheControl: "no-store", .xContentTypeOptions: "nosniff"]
        headers[.contentSecurityPolicy] =
            "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; "
            + "form-action 'self'\(linkedAt == nil ? "" : " \(issuer)"); frame-ancestors 'none'; base-uri 'none'"
        return headers
    }
}
