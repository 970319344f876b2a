import Identity
import ParaphStorage
import ParaphWire
import ServerKit
import Synchronization

/// Has acts done and undone again, and keeps what they told: nothing that is tried in a rehearsal changes what the next one finds.
final class Rehearsal: Sendable {
    /// What a person was told of.
    struct Told: Hashable, Sendable {
        var activities: [String] = []
        var mails: [String] = []
    }

    private struct State {
        /// Whom it is about; `nil` while nothing is rehearsed.
        var personID: String?
        var last: Int64 = 0
        /// What the transaction that runs has mailed so far.
        var mails: [MailMessage] = []
        var told = Told()
    }

    private let state = Mutex(State())

    var isOn: Bool { state.withLock { $0.personID != nil } }

    /// Undoes whatever is written from now on, and keeps what a person is told of it.
    func begin(for personID: String, in database: any Database) async throws {
        let last = try await database.read { tx in
            try tx.first("SELECT COALESCE(MAX(number), 0) AS number FROM activity WHERE personId = \(personID)")?
                .get("number", as: Int64.self) ?? 0
        }
        state.withLock { $0 = State(personID: personID, last: last) }
    }

    /// Lets writes stay again.
    ///
    /// - Returns: What was told of.
    func end() -> Told {
        state.withLock { state in
            defer { state = State() }
            return state.told
        }
    }

    fileprivate func enter() { state.withLock { $0.mails = [] } }

    /// Keeps a mail that goes to nobody.
    func take(_ mail: MailMessage) { state.withLock { $0.mails.append(mail) } }

    fileprivate func look(in tx: any ReadTransaction) throws -> Told {
        let (personID, last, mails) = state.withLock { ($0.personID ?? "", $0.last, $0.mails) }
        let rows = try tx.rows("SELECT kind FROM activity WHERE personId = \(personID) AND number > \(last) ORDER BY number")
        return Told(activities: try rows.map { try $0.get("kind") }, mails: mails.map(\.subject))
    }

    fileprivate func keep(_ told: Told) {
        state.withLock {
            $0.told.activities += told.activities
            $0.told.mails += told.mails
        }
    }
}

/// A database whose writes a rehearsal undoes.
final class RehearsedDatabase: Database {
    private let base: any Database
    private let rehearsal: Rehearsal

    init(_ base: any Database, _ rehearsal: Rehearsal) { (self.base, self.rehearsal) = (base, rehearsal) }

    /// What was written is told and taken back.
    private struct Undone<Value: Sendable>: Error {
        let value: Value
        let told: Rehearsal.Told
    }

    func read<Value: Sendable>(_ body: @escaping @Sendable (any ReadTransaction) throws -> Value) async throws -> Value {
        try await base.read(body)
    }

    @discardableResult
    func write<Value: Sendable>(_ body: @escaping @Sendable (any WriteTransaction) throws -> Value) async throws -> Value {
        guard rehearsal.isOn else { return try await base.write(body) }
        do {
            return try await base.write { [rehearsal] tx in
                rehearsal.enter()
                let value = try body(tx)
                throw Undone(value: value, told: try rehearsal.look(in: tx))
            }
        } catch let undone as Undone<Value> {
            rehearsal.keep(undone.told)
            return undone.value
        }
    }

    func migrate(_ migrations: [Migration]) async throws { try await base.migrate(migrations) }
    func pending(_ migrations: [Migration]) async throws -> [Migration] { try await base.pending(migrations) }
    func tables() async throws -> [TableShape] { try await base.tables() }
    func wakeUps(for topic: Topic) -> AsyncStream<Void> { base.wakeUps(for: topic) }
    func close() async { await base.close() }
}
