import ParaphStorage
import Testing

@Suite struct KeyRingTests {
    let folder: TemporaryFolder
    let database: SQLiteDatabase

    init() throws {
        folder = try TemporaryFolder()
        database = try SQLiteDatabase.inMemory()
    }

    func keyRing(_ name: String = "root.key") async throws -> KeyRing {
        try await database.migrate(KeyRing.migrations)
        return KeyRing(root: try .loadOrCreate(at: folder.file(name)))
    }

    @Test(arguments: [0, 1, 16, 1_000_000])
    func whatWasSealedOpens(length: Int) async throws {
        let keys = try await keyRing()
        let plaintext = (0..<length).map { UInt8(truncatingIfNeeded: $0) }
        let sealed = try await database.write { tx in
            try keys.create(holder: "anna", in: tx)
            return try keys.seal(plaintext, holder: "anna", table: "template", row: "1", version: 1, in: tx)
        }
        #expect(sealed.count == length + 33)
        let opened = try await database.read { try keys.open(sealed, holder: "anna", table: "template", row: "1", version: 1, in: $0) }
        #expect(opened == plaintext)
    }

    @Test func nothingOpensInAnotherPlace() async throws {
        let keys = try await keyRing()
        let sealed = try await database.write { tx in
            try keys.create(holder: "anna", in: tx)
            try keys.create(holder: "boris", in: tx)
            return try keys.seal([1, 2, 3], holder: "anna", table: "ab", row: "c", version: 1, in: tx)
        }
        try await database.read { tx in
            let undecryptable = StorageError(.undecryptable, "")
            #expect(throws: undecryptable) { try keys.open(sealed, holder: "boris", table: "ab", row: "c", version: 1, in: tx) }
            #expect(throws: undecryptable) { try keys.open(sealed, holder: "anna", table: "a", row: "bc", version: 1, in: tx) }
            #expect(throws: undecryptable) { try keys.open(sealed, holder: "anna", table: "ab", row: "d", version: 1, in: tx) }
            #expect(throws: undecryptable) { try keys.open(sealed, holder: "anna", table: "ab", row: "c", version: 2, in: tx) }
            for index in sealed.indices {
                var changed = sealed
                changed[index] ^= 1
                #expect(throws: undecryptable) { try keys.open(changed, holder: "anna", table: "ab", row: "c", version: 1, in: tx) }
                let cut = Array(sealed[..<index])
                #expect(throws: undecryptable) { try keys.open(cut, holder: "anna", table: "ab", row: "c", version: 1, in: tx) }
            }
        }
    }

    @Test func severalOpenAtOnceEachInItsOwnPlaceOnly() async throws {
        let keys = try await keyRing()
        try await database.write { tx in
            try keys.create(holder: "anna", in: tx)
            let rows = [("a", 1), ("a", 2), ("b", 1)]
            let sealed = try rows.enumerated().map { index, place in
                try keys.seal([UInt8(index)], holder: "anna", table: "t", row: place.0, version: place.1, in: tx)
            }
            func open(_ order: [Int]) throws -> [[UInt8]] {
                let bytes: [KeyRing.SealedBytes] = zip(rows, order).map { ($0.0, $0.1, sealed[$1]) }
                return try keys.open(bytes, holder: "anna", table: "t", in: tx)
            }
            #expect(try open([0, 1, 2]) == [[0], [1], [2]])
            #expect(throws: StorageError(.undecryptable, "")) { try open([1, 0, 2]) }
            #expect(throws: StorageError(.undecryptable, "")) { try open([0, 1, 0]) }
            #expect(try keys.open([], holder: "anna", table: "t", in: tx).isEmpty)
            try keys.destroy(holder: "anna", in: tx)
            #expect(throws: StorageError(.notFound, "")) { try open([0, 1, 2]) }
        }
    }

    @Test func creatingAKeyTwiceKeepsTheFirst() async throws {
        let keys = try await keyRing()
        let opened = try await database.write { tx in
            try keys.create(holder: "anna", in: tx)
            let sealed = try keys.seal([7], holder: "anna", table: "t", row: "r", version: 1, in: tx)
            try keys.create(holder: "anna", in: tx)
            return try keys.open(sealed, holder: "anna", table: "t", row: "r", version: 1, in: tx)
        }
        #expect(opened == [7])
    }

    @Test func aDestroyedKeyOpensNothingEvenAfterANewOne() async throws {
        let keys = try await keyRing()
        let sealed = try await database.write { tx in
            try keys.create(holder: "anna", in: tx)
            return try keys.seal([7], holder: "anna", table: "t", row: "r", version: 1, in: tx)
        }
        try await database.write { try keys.destroy(holder: "anna", in: $0) }
        try await database.read { tx in
            #expect(throws: StorageError(.notFound, "")) { try keys.open(sealed, holder: "anna", table: "t", row: "r", version: 1, in: tx) }
            #expect(throws: StorageError(.notFound, "")) { try keys.seal([1], holder: "anna", table: "t", row: "r", version: 1, in: tx) }
        }
        try await database.write { tx in
            try keys.create(holder: "anna", in: tx)
            #expect(throws: StorageError(.undecryptable, "")) {
                try keys.open(sealed, holder: "anna", table: "t", row: "r", version: 1, in: tx)
            }
        }
    }

    @Test func anotherRootKeyIsNamedInTheError() async throws {
        let keys = try await keyRing()
        try await database.write { try keys.create(holder: "anna", in: $0) }
        let other = try await keyRing("other.key")
        await #expect(throws: StorageError(.invalidKey, "")) {
            try await database.read { try other.seal([1], holder: "anna", table: "t", row: "r", version: 1, in: $0) }
        }
    }

    @Test func aWrappedKeyMovedToAnotherHolderDoesNotUnwrap() async throws {
        let keys = try await keyRing()
        try await database.write { tx in
            try keys.create(holder: "anna", in: tx)
            try tx.execute(
                "INSERT INTO holderKey (holder, number, rootKeyId, wrapped) SELECT 'eve', number, rootKeyId, wrapped FROM holderKey"
            )
            #expect(throws: StorageError(.undecryptable, "")) {
                try keys.seal([1], holder: "eve", table: "t", row: "r", version: 1, in: tx)
            }
        }
    }

    @Test func theDatabaseHoldsNoDataKeyInTheClear() async throws {
        let keys = try await keyRing()
        let wrapped = try await database.write { tx in
            try keys.create(holder: "anna", in: tx)
            return try tx.first("SELECT wrapped FROM holderKey")?.get("wrapped", as: [UInt8].self)
        }
        #expect(wrapped?.count == 32 + 33)
    }
}
