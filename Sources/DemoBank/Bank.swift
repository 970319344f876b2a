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
        var interval: TimeInterval
        /// When the server may be asked again; never, while it is being asked.
        var asksAt: Date
        var state = State.pending
    }

    /// What a browser has: a customer who is signed in, or a visitor without a name yet.
    private struct Session {
        var customer: String?
        var waiting: [String: Waiting] = [:]
        var link: Link?
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
        let id = Link.secret()
        let waiting = Waiting(
            customer: email,
            wish: wish,
            question: question,
            endsAt: Date(timeIntervalSinceNow: Double(question.expiresIn)),
            interval: Double(question.interval ?? 5),
            asksAt: .distantPast
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
        guard waiting.state == .pending, waiting.asksAt <= Date() else { return (waiting.state, nil) }
        sessions[session]?.waiting[id]?.asksAt = .distantFuture
        let answer: SignatureProvider.Answer
        do {
            answer = try await provider.look(at: waiting.question.id)
        } catch let refusal as SignatureProvider.Refusal where !refusal.passes {
            return (end(id, as: .failed, in: session), nil)
        } catch {
            // The network is asked again, as long as there is time.
            answer = waiting.endsAt < Date() ? .expired : .pending
        }
        switch answer {
        case .pending, .slower:
            // Five seconds more from now on (CIBA Core 1.0, section 11).
            if answer == .slower { waiting.interval += 5 }
            sessions[session]?.waiting[id]?.interval = waiting.interval
            sessions[session]?.waiting[id]?.asksAt = Date(timeIntervalSinceNow: waiting.interval)
            return (.pending, nil)
        case .refused: return (end(id, as: .refused, in: session), nil)
        case .expired: return (end(id, as: .expired, in: session), nil)
        case .approved(let subject): return finish(waiting, id, by: subject, in: session)
        }
    }

    /// What a browser still waits for.
    func open(in session: String?) -> [(id: String, wish: Wish)] {
        guard let session, let waiting = sessions[session]?.waiting else { return [] }
        return waiting.filter { $0.value.state == .pending && $0.value.endsAt > Date() }.sorted { $0.value.endsAt < $1.value.endsAt }
            .map { ($0.key, $0.value.wish) }
    }

    /// Takes a wish back: whatever is signed for it is never fetched.
    func cancel(_ id: String, in session: String?) {
        if let session { sessions[session]?.waiting[id] = nil }
    }

    /// Begins a customer's way to the signature server.
    ///
    /// - Returns: where their browser goes; `nil` where no customer is signed in.
    func link(back: String, in session: String?) async throws -> String? {
        guard let session, customer(session) != nil else { return nil }
        let link = Link(back: back)
        sessions[session]?.link = link
        return try await provider.address(of: link)
    }

    /// Ends that way: the customer came back with a code.
    ///
    /// - Returns: whether the bank may ask them now.
    func linked(code: String?, state: String?, in session: String?) async throws -> Bool {
        guard let session, let email = sessions[session]?.customer, let link = sessions[session]?.link, link.state == state else {
            return false
        }
        sessions[session]?.link = nil
        guard let code else { return false }
        let subject = try await provider.subject(by: code, of: link)
        // One account of the server's signs for one customer.
        guard !customers.values.contains(where: { $0.subject == subject && $0.email != email }) else { return false }
        customers[email]?.subject = subject
        return true
    }

    private func end(_ id: String, as state: State, in session: String) -> State {
        // What was told first stays: another look may have been under way.
        if sessions[session]?.waiting[id]?.state == .pending { sessions[session]?.waiting[id]?.state = state }
        return sessions[session]?.waiting[id]?.state ?? state
    }

    private func finish(_ waiting: Waiting, _ id: String, by subject: String, in session: String) -> (State, String?) {
        // It may have been cancelled meanwhile.
        guard sessions[session]?.waiting[id]?.state == .pending else { return (sessions[session]?.waiting[id]?.state ?? .refused, nil) }
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
            customer.movements.insert(Movement(occasion: .transfer(to: payee), amount: -amount, at: Date()), at: 0)
            return (end(id, as: .done, in: session), nil)
        }
    }

    private func begin(_ session: Session) -> String {
        sessions = sessions.filter { -$0.value.usedAt.timeIntervalSinceNow < Self.idle }
        if sessions.count >= Self.most, let oldest = sessions.min(by: { $0.value.usedAt < $1.value.usedAt }) { sessions[oldest.key] = nil }
        let id = Link.secret()
        sessions[id] = session
        return id
    }
}
