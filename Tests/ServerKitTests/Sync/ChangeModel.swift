import ParaphWire

/// A server whose changes one client follows, as the model drives it.
protocol ModelServer: AnyObject {
    /// Begins a transaction that writes a thing, or removes it.
    func begin(_ write: ModelWrite) async throws
    /// Commits what was begun, in any order.
    func commit(_ write: ModelWrite) async throws
    /// Time goes on by a step, which may be backwards.
    func step(_ time: Int) async throws
    /// What changed after a cursor.
    func changes(after cursor: String?, limit: Int) async throws -> Changes
    /// What is there: the version of each thing.
    func things() async throws -> [String: Int]
    /// Makes a backup.
    func backUp() async throws
    /// Restores the last backup.
    func restore() async throws
}

/// One transaction of the model.
struct ModelWrite: Hashable {
    let number: Int
    let thing: String
    let isRemoval: Bool
}

/// Drives a server and a client over a network that loses answers, with crashes, late commits, clock steps and a restored backup, all drawn
/// from a seed; at the end, once all is quiet, the client must have what the server has.
struct ChangeModel {
    let seed: UInt64
    var steps = 150
    /// How many changes one answer tells.
    var page = 3

    /// What the client keeps, in one transaction of its own.
    private struct Client {
        var things: [String: Int] = [:]
        var cursor: String?
    }

    /// Runs the model.
    ///
    /// - Returns: what the client lacks, or has wrongly or still, at the end.
    func faults(of server: some ModelServer) async throws -> [String] {
        var random = SplitMix(seed: seed)
        var client = Client()
        var open: [(due: Int, write: ModelWrite)] = []
        var hasBackup = false
        for step in 0..<steps {
            try await server.step(random.chance(1, of: 12) ? -3 : 1)
            if random.chance(2, of: 3) {
                let write = ModelWrite(number: step, thing: "thing \(random.next(12))", isRemoval: random.chance(1, of: 4))
                try await server.begin(write)
                open.append((step + random.next(6), write))
            }
            for one in open where one.due <= step { try await server.commit(one.write) }
            open.removeAll { $0.due <= step }
            if random.chance(1, of: 3) { try await exchange(&client, server, random: &random) }
            // Once, in the middle, the server's disk is lost: what came after the backup is gone.
            if step == steps / 3 {
                try await server.backUp()
                hasBackup = true
            }
            if hasBackup, step == steps / 2 {
                for one in open { try await server.commit(one.write) }
                open = []
                try await server.restore()
            }
        }
        for one in open { try await server.commit(one.write) }
        var rounds = 0
        repeat { rounds += 1 } while try await ask(&client, server) && rounds < 200
        return Self.differences(client.things, try await server.things())
    }

    /// A few pages, any of whose answers may be lost, and the client may be ended between two.
    private func exchange(_ client: inout Client, _ server: some ModelServer, random: inout SplitMix) async throws {
        for _ in 0..<4 {
            if random.chance(1, of: 5) {
                // The server answers, and nobody hears it.
                _ = try await server.changes(after: client.cursor, limit: page)
                continue
            }
            guard try await ask(&client, server), !random.chance(1, of: 4) else { return }
        }
    }

    /// One page, kept together with its cursor; says whether there is more.
    private func ask(_ client: inout Client, _ server: some ModelServer) async throws -> Bool {
        let answer = try await server.changes(after: client.cursor, limit: page)
        let now = try await server.things()
        if answer.isReset {
            client.things = now
        } else {
            for change in answer.changes { client.things[change.id] = change.isRemoved ? nil : now[change.id] }
        }
        client.cursor = answer.cursor
        return answer.hasMore
    }

    private static func differences(_ client: [String: Int], _ server: [String: Int]) -> [String] {
        Set(client.keys).union(server.keys).sorted().compactMap { thing in
            switch (client[thing], server[thing]) {
            case (let mine?, let theirs?): mine == theirs ? nil : "\(thing) is old"
            case (nil, _?): "\(thing) is missing"
            case (_?, nil): "\(thing) is there still"
            case (nil, nil): nil
            }
        }
    }
}

/// Numbers from a seed (Steele, Lea and Flood, 2014).
struct SplitMix {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next(_ bound: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ (mixed >> 31)) % UInt64(bound))
    }

    mutating func chance(_ few: Int, of many: Int) -> Bool { next(many) < few }
}
