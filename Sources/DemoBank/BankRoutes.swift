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
    private let template: MustacheTemplate
    private let files: [String: (type: String, bytes: [UInt8])]

    private static let cookie = "bank"
    /// The most bytes of a form.
    private static let limit = 4096

    init(bank: Bank, isSecure: Bool) throws {
        (self.bank, self.isSecure) = (bank, isSecure)
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
        var json: [String: String] = [:]
    }

    var router: Router<BasicRequestContext> {
        let router = Router(context: BasicRequestContext.self)
        for (name, file) in files {
            router.get("/\(name)") { _, _ in
                Response(status: .ok, headers: Self.headers(type: file.type), body: .init(byteBuffer: ByteBuffer(bytes: file.bytes)))
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
        return router
    }

    private func home(_ request: Request, notice: String? = nil, status: HTTPResponse.Status = .ok) async throws -> Response {
        let words = words(request)
        guard let customer = await bank.customer(session(request)) else {
            var answer = Answer(status: status, title: words["signIn"], json: ["error": notice ?? words["signIn"]])
            answer.values = ["isSignIn": true, "email": ""]
            answer.values["notice"] = notice
            if status == .ok, isJSON(request) { answer.status = .unauthorized }
            return try respond(answer, request)
        }
        var answer = Answer(status: status, title: words["account"])
        answer.json = ["name": customer.name, "balance": "\(customer.balance)", "transfers": "\(customer.transfers.count)"]
        answer.json["error"] = notice
        answer.values = [
            "isAccount": true, "name": customer.name, "balance": words.money(customer.balance), "hasTransfers": !customer.transfers.isEmpty,
            "transfers": customer.transfers.map { ["payee": $0.payee, "amount": words.money($0.amount)] },
        ]
        answer.values["notice"] = notice
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
            return try await home(request, notice: words(request)["wrong"], status: .forbidden)
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

    private func ask(_ email: String, for wish: Bank.Wish, message: String?, _ request: Request) async throws -> Response {
        do {
            let (session, id) = try await bank.ask(email, for: wish, message: message, in: session(request))
            return redirect("/waiting/\(id)", session: session)
        } catch let refusal as SignatureProvider.Refusal {
            let words = words(request)
            switch refusal.code {
            case "unknown_user_id": return try await home(request, notice: words["unknown"], status: .conflict)
            case "invalid_binding_message": return try await home(request, notice: words["badTransfer"], status: .badRequest)
            case "temporarily_unavailable", "access_denied":
                return try await home(request, notice: words["often"], status: .tooManyRequests)
            default: return try await home(request, notice: words["failed"], status: .badGateway)
            }
        } catch {
            return try await home(request, notice: words(request)["unreachable"], status: .badGateway)
        }
    }

    private func waiting(_ id: String, _ request: Request) async throws -> Response {
        let (words, session) = (words(request), session(request))
        guard let shown = await bank.code(of: id, in: session) else { return redirect("/") }
        if isJSON(request) {
            guard let (state, next) = await bank.look(at: id, in: session) else { return redirect("/") }
            var answer = Answer(title: "", json: ["state": state.rawValue, "next": "/"])
            answer.json["code"] = shown.code
            var response = try respond(answer, request)
            if let next { response.headers[.setCookie] = setCookie(next) }
            return response
        }
        var answer = Answer(title: words["waiting"])
        answer.values = ["isWaiting": true, "id": id, "back": "/", "until": shown.endsAt.ISO8601Format()]
        answer.values["code"] = shown.code
        if case .transfer(let payee, let amount) = shown.wish { answer.values["wish"] = Self.sentence(words, payee, amount) }
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
            let headers = Self.headers(type: "application/json")
            return Response(status: answer.status, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: body)))
        }
        let words = words(request)
        var values = answer.values
        (values["t"], values["language"], values["title"]) = (words.all, words.language, answer.title)
        let html = template.render(values)
        return Response(
            status: answer.status,
            headers: Self.headers(type: "text/html; charset=utf-8"),
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

    private static func headers(type: String) -> HTTPFields {
        var headers: HTTPFields = [.contentType: type, .cacheControl: "no-store", .xContentTypeOptions: "nosniff"]
        headers[.contentSecurityPolicy] =
            "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
        return headers
    }
}
