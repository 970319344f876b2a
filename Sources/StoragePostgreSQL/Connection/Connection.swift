import CPostgres
import ParaphStorage

/// One session of the server, used by one thread.
final class Connection {
    /// A statement that the server keeps prepared: the shared SQL and the types of its parameters.
    private struct Key: Hashable {
        var text: String
        var kinds: [DatabaseValue.Kind]
    }

    /// How many statements a session keeps prepared.
    private static let preparedLimit = 250

    private let handle: OpaquePointer
    private var prepared: [Key: String] = [:]
    private var nextName = 0

    /// Connects and sets the session up.
    ///
    /// - Throws: ``ServerFailure``.
    init(_ settings: PostgreSQLSettings) throws {
        let parameters = settings.parameters.sorted { $0.key < $1.key }
        let connected = withCStrings(parameters.map(\.key)) { keywords in
            withCStrings(parameters.map(\.value)) { PQconnectdbParams(keywords, $0, 0) }
        }
        guard let connected else { throw ServerFailure(StorageError(.busy, "no memory is left for a connection"), .none) }
        handle = connected
        guard PQstatus(handle) == CONNECTION_OK else {
            let reason = String(cString: PQerrorMessage(handle)).split(whereSeparator: \.isNewline).joined(separator: "; ")
            throw ServerFailure(StorageError(.unavailable, "\(settings) cannot be reached: \(reason)"), .reconnect)
        }
        paraph_ignore_notices(handle)
        guard PQserverVersion(handle) >= 150_000 else {
            throw ServerFailure(StorageError(.engine, "\(settings) is older than PostgreSQL 15; upgrade the server"), .none)
        }
        guard PQparameterStatus(handle, "server_encoding").map({ String(cString: $0) }) == "UTF8" else {
            let advice = "make it anew: CREATE DATABASE … TEMPLATE template0 ENCODING 'UTF8'"
            throw ServerFailure(StorageError(.engine, "the texts of \(settings) are not kept in UTF-8; \(advice)"), .none)
        }
        try run(Self.setUp(settings))
    }

    deinit {
        PQfinish(handle)
    }

    var isAlive: Bool { PQstatus(handle) == CONNECTION_OK }
    var isIdle: Bool { PQtransactionStatus(handle) == PQTRANS_IDLE }
    var descriptor: Int32 { PQsocket(handle) }

    /// Runs statements without parameters, as text that only this module makes.
    func run(_ text: String) throws {
        _ = try Answer(PQexec(handle, text), connection: handle)
    }

    /// Runs a statement in the shared SQL.
    func run(_ sql: SQL) throws -> Answer {
        try sql.checkKind()
        try sql.checkValues()
        let key = Key(text: sql.text, kinds: sql.values.map(\.kind))
        guard sql.values.count <= SQL.cachedValueLimit else {
            return try run(sql, prepared: nil, text: try Dialect.translate(sql))
        }
        if let name = prepared[key] { return try run(sql, prepared: name, text: "") }
        nextName += 1
        let name = "paraph\(nextName)"
        let types = key.kinds.map(BinaryValue.type)
        _ = try Answer(PQprepare(handle, name, try Dialect.translate(sql), Int32(types.count), types), connection: handle)
        prepared[key] = name
        return try run(sql, prepared: name, text: "")
    }

    /// Forgets prepared statements, all of them where that is asked for, else when they are too many; between transactions.
    func tidy(all: Bool = false) throws {
        guard all || prepared.count > Self.preparedLimit else { return }
        prepared = [:]
        try run("DEALLOCATE ALL")
    }

    /// The next notification that has arrived: its sender's text.
    func nextNotification() -> String? {
        guard let notification = PQnotifies(handle) else { return nil }
        defer { PQfreemem(notification) }
        return String(cString: notification.pointee.extra)
    }

    /// Reads what has arrived without waiting for more.
    func consumeInput() throws {
        if PQconsumeInput(handle) == 0 { throw ServerFailure(nil, connection: handle) }
    }

    private func run(_ sql: SQL, prepared name: String?, text: String) throws -> Answer {
        var bytes: [UInt8] = []
        var places: [(start: Int, count: Int)?] = []
        for value in sql.values {
            let start = bytes.count
            places.append(BinaryValue.encode(value, into: &bytes).map { (start, $0) })
        }
        // What is empty still needs an address, for none means NULL.
        bytes.append(0)
        let lengths = places.map { Int32($0?.count ?? 0) }
        let formats = [Int32](repeating: 1, count: places.count)
        let result = bytes.withUnsafeBytes { buffer -> OpaquePointer? in
            let base = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
            let values = places.map { place in place.flatMap { place in base.map { $0 + place.start } } }
            let count = Int32(values.count)
            if let name { return PQexecPrepared(handle, name, count, values, lengths, formats, 1) }
            let types = sql.values.map { BinaryValue.type(of: $0.kind) }
            return PQexecParams(handle, text, count, types, values, lengths, formats, 1)
        }
        return try Answer(result, connection: handle)
    }

    /// The statements that set a session up.
    ///
    /// A table that is read in sequence is locked as a whole against what others write: each reader overtakes each writer, in small tables most of
    /// all, which the planner reads that way. Indexes are to be used wherever there are some (PostgreSQL 15, 13.2.3), and the costs that say
    /// so must not have statements compiled.
    private static func setUp(_ settings: PostgreSQLSettings) -> String {
        func milliseconds(_ seconds: Double) -> Int { Int(min(max(0.001, seconds), 86_400) * 1000) }
        return """
            SET default_transaction_isolation = 'serializable';
            SET standard_conforming_strings = on;
            SET seq_page_cost = 100;
            SET random_page_cost = 1.1;
            SET jit = off;
            SET statement_timeout = \(milliseconds(settings.statementLimit));
            SET lock_timeout = \(milliseconds(settings.lockLimit));
            SET idle_in_transaction_session_timeout = \(milliseconds(60));
            SET idle_session_timeout = 0;
            SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off';
            \(settings.schema.map { "SET search_path TO \(Dialect.quote($0));" } ?? "")
            """
    }
}

/// Lends a list of C strings that ends in NULL.
private func withCStrings<Value>(_ strings: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Value) -> Value {
    var bytes: [CChar] = []
    let starts = strings.map { string in
        defer { bytes += string.utf8CString }
        return bytes.count
    }
    return bytes.withUnsafeBufferPointer { buffer in
        let pointers = starts.map { start in buffer.baseAddress.map { $0 + start } } + [nil]
        return pointers.withUnsafeBufferPointer { body($0.baseAddress) }
    }
}
