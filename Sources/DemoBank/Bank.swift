import Crypto
import Foundation

/// The bank's books: customers, who is signed in, and what waits for a signature. Everything is in memory and gone when it stops.
actor Bank {
    /// What a signature is wanted for.
    enum Wish: Hashable, Sendable {
        case signIn
        case transfer(payee: String, amount: Int)
    }

    /// What became of a wish.
    enum State: String, Codable, Sendable {
        case pending, done, refused, expired
        /// The server could not be asked, or said something that no bank may believe.
        case failed
    }

    /// A wish that waits for a customer's signature; only the browser that began it sees it.
    private struct Waiting {
        let customer: String
        let wish: Wish
        let question: SignatureProvider.Question
        let endsAt: Date
        let interval: TimeInterval
        var askedAt: Date
        var state = State.pending
    }

    /// What a browser has: a customer who is signed in, or a visitor without a name yet.
    private struct Session {
        var customer: String?
        var waiting: [String: Waiting] = [:]
        var usedAt = Date()
    }

    private let provider: SignatureProvider
    /// How long a customer may take, in seconds.
    private let patience: Int
    private var customers: [String: Customer] = [:]
    private var sessions: [String: Session] = [:]

    /// How long a browser may do nothing, in seconds; and how many browsers there may be.
    private static let (idle, most): (TimeInterval, Int) = (1800, 10_000)

    init(provider: SignatureProvider, patience: Int) { (self.provider, self.patience) = (provider, patience) }

    /// Opens an account with some made-up money.
    ///
    /// - Returns: whether the address was free, and everything was filled in.
    func open(email: String, name: String, password: String) -> Bool {
        let email = email.trimmingCharacters(in: .whitespaces).lowercased()
        guard customers[email] == nil, customers.count < Self.most, email.contains("@"), email.utf8.count <= 200,
            (1...100).contains(name.count),
            (8...200).contains(password.count)
        else { return false }
        customers[email] = Customer(email: email, name: name, password: PasswordDigest(password))
        return true
    }

    /// Signs a customer in by their password.
    ///
    /// - Returns: the new session; `nil` where it is wrong.
    func signIn(email: String, password: String) -> String? {
        let email = email.trimmingCharacters(in: .whitespaces).lowercased()
        guard let customer = customers[email], customer.password.fits(password) else { return nil }
        return begin(Session(customer: email))
    }

    /// The customer of a session.
    func customer(_ session: String?) -> Customer? {
        guard let session, var found = sessions[session], -found.usedAt.timeIntervalSinceNow < Self.idle else { return nil }
        found.usedAt = Date()
        sessions[session] = found
        return found.customer.flatMap { customers[$0] }
    }

    func signOut(_ session: String?) {
        if let session { sessions[session] = nil }
    }

    /// Asks a customer for their signature.
    ///
    /// - Returns: the session, a new one where there was none, and the wish's id.
    /// - Throws: ``SignatureProvider/Refusal``; what the network throws.
    func ask(_ email: String, for wish: Wish, message: String?, in session: String?) async throws -> (session: String, id: String) {
        let email = email.trimmingCharacters(in: .whitespaces).lowercased()
        // An address without an account is answered as one whose owner cannot be asked.
        guard customers[email] != nil else { throw SignatureProvider.Refusal(code: "unknown_user_id") }
        let question = try await provider.ask(email, to: message, within: patience)
        let id = Self.secret()
        let waiting = Waiting(
            customer: email,
            wish: wish,
            question: question,
            endsAt: Date(timeIntervalSinceNow: Double(question.expiresIn)),
            interval: Double(question.interval ?? 5),
            askedAt: .distantPast
        )
        let session = session.flatMap { sessions[$0] == nil ? nil : $0 } ?? begin(Session())
        sessions[session]?.waiting[id] = waiting
        return (session, id)
    }

    /// What a customer is shown of a wish.
    func code(of id: String, in session: String?) -> (code: String?, endsAt: Date, wish: Wish)? {
        guard let session, let waiting = sessions[session]?.waiting[id] else { return nil }
        return (waiting.question.code, waiting.endsAt, waiting.wish)
    }

    /// Looks how a wish stands, and does it once it is signed.
    ///
    /// - Returns: the state, and the new session where a customer came in by it; `nil` where this browser has no such wish.
    func look(at id: String, in session: String?) async -> (state: State, session: String?)? {
        guard let session, var waiting = sessions[session]?.waiting[id] else { return nil }
        guard waiting.state == .pending, -waiting.askedAt.timeIntervalSinceNow >= waiting.interval else { return (waiting.state, nil) }
        waiting.askedAt = Date()
        sessions[session]?.waiting[id] = waiting
        let answer: SignatureProvider.Answer?
        do {
            answer = try await provider.look(at: waiting.question.id)
        } catch is SignatureProvider.Refusal {
            return (end(id, as: .failed, in: session), nil)
        } catch {
            // The network is asked again, as long as there is time.
            answer = waiting.endsAt < Date() ? .expired : .pending
        }
        switch answer {
        case .pending, nil: return (.pending, nil)
        case .refused: return (end(id, as: .refused, in: session), nil)
        case .expired: return (end(id, as: .expired, in: session), nil)
        case .approved(let subject): return finish(waiting, id, by: subject, in: session)
        }
    }

    private func end(_ id: String, as state: State, in session: String) -> State {
        // What was told first stays: another look may have been under way.
        if sessions[session]?.waiting[id]?.state == .pending { sessions[session]?.waiting[id]?.state = state }
        return sessions[session]?.waiting[id]?.state ?? state
    }

    private func finish(_ waiting: Waiting, _ id: String, by subject: String, in session: String) -> (State, String?) {
        // The name that the customer signed under first is theirs for good.
        guard var customer = customers[waiting.customer], customer.subject == nil || customer.subject == subject else {
            return (end(id, as: .failed, in: session), nil)
        }
        customer.subject = subject
        defer { customers[waiting.customer] = customer }
        switch waiting.wish {
        case .signIn:
            // The session that was there before may be known to others.
            sessions[session] = nil
            return (.done, begin(Session(customer: waiting.customer)))
        case .transfer(let payee, let amount):
            guard customer.balance >= amount else { return (end(id, as: .failed, in: session), nil) }
            customer.balance -= amount
            customer.transfers.insert(Transfer(payee: payee, amount: amount, at: Date()), at: 0)
            return (end(id, as: .done, in: session), nil)
        }
    }

    private func begin(_ session: Session) -> String {
        sessions = sessions.filter { -$0.value.usedAt.timeIntervalSinceNow < Self.idle }
        if sessions.count >= Self.most, let oldest = sessions.min(by: { $0.value.usedAt < $1.value.usedAt }) { sessions[oldest.key] = nil }
        let id = Self.secret()
        sessions[id] = session
        return id
    }

    /// 256 random bits.
    private static func secret() -> String {
        SymmetricKey(size: .bits256).withUnsafeBytes { Data($0).base64EncodedString() }
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
