import ParaphStorage
import Testing

@Suite struct KeyRingTests {
    /// An empty database of an engine, and a folder for root keys.
    private struct Fixture {
        let folder: TemporaryFolder
        let opened: OpenDatabase
        var database: any Database { opened.database }

        init(_ engine: Engine) async throws {
            folder = try TemporaryFolder()
            opened = try await engine.open()
            try await database.migrate(KeyRing.migrations)
        }

        func keyRing(_ name: String = "root.key") throws -> KeyRing {
            KeyRing(root: try .loadOrCreate(at: folder.file(name)))
        }
    }

    @Test(arguments: Engine.all, [0, 1, 16, 1_000_000])
    func whatWasSealedOpens(_ engine: Engine, length: Int) async throws {
        let fixture = try await Fixture(engine)
        let keys = try fixture.keyRing()
        let plaintext = (0..<length).map { UInt8(truncatingIfNeeded: $0) }
        let sealed = try await fixture.database.write { tx in
            try keys.create(holder: "anna", in: tx)
            return try keys.seal(plaintext, holder: "anna", table: "template", row: "1", version: 1, in: tx)
        }
        #expect(sealed.count == length + 33)
        let opened = try await fixture.database.read { tx in
            try keys.open(sealed, holder: "anna", table: "template", row: "1", version: 1, in: tx)
        }
        #expect(opened == plaintext)
    }

    @Test(arguments: Engine.all) func nothingOpensInAnotherPlace(_ engine: Engine) async throws {
        let fixture = try await Fixture(engine)
        let keys = try fixture.keyRing()
        let sealed = try await fixture.database.write { tx in
            try keys.create(holder: "anna", in: tx)
            try keys.create(holder: "boris", in: tx)
            return try keys.seal([1, 2, 3], holder: "anna", table: "ab", row: "c", version: 1, in: tx)
        }
        try await fixture.database.read { tx in
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

    @Test(arguments: Engine.all) func severalOpenAtOnceEachInItsOwnPlaceOnly(_ engine: Engine) async throws {
        let fixture = try await Fixture(engine)
        let keys = try fixture.keyRing()
        try await fixture.database.write { tx in
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

    @Test(arguments: Engine.all) func creatingAKeyTwiceKeepsTheFirst(_ engine: Engine) async throws {
        let fixture = try await Fixture(engine)
        let keys = try fixture.keyRing()
        let opened = try await fixture.database.write { tx in
            try keys.create(holder: "anna", in: tx)
            let sealed = try keys.seal([7], holder: "anna", table: "t", row: "r", version: 1, in: tx)
            try keys.create(holder: "anna", in: tx)
            return try keys.open(sealed, holder: "anna", table: "t", row: "r", version: 1, in: tx)
        }
        #expect(opened == [7])
    }

    @Test(arguments: Engine.all) func aDestroyedKeyOpensNothingEvenAfterANewOne(_ engine: Engine) async throws {
        let fixture = try await Fixture(engine)
        let keys = try fixture.keyRing()
        let sealed = try await fixture.database.write { tx in
            try keys.create(holder: "anna", in: tx)
            return try keys.seal([7], holder: "anna", table: "t", row: "r", version: 1, in: tx)
        }
        try await fixture.database.write { try keys.destroy(holder: "anna", in: $0) }
        try await fixture.database.read { tx in
            #expect(throws: StorageError(.notFound, "")) { try keys.open(sealed, holder: "anna", table: "t", row: "r", version: 1, in: tx) }
            #expect(throws: StorageError(.notFound, "")) { try keys.seal([1], holder: "anna", table: "t", row: "r", version: 1, in: tx) }
        }
        try await fixture.database.write { tx in
            try keys.create(holder: "anna", in: tx)
            #expect(throws: StorageError(.undecryptable, "")) {
                try keys.open(sealed, holder: "anna", table: "t", row: "r", version: 1, in: tx)
            }
        }
    }

    @Test(arguments: Engine.all) func anotherRootKeyIsNamedInTheError(_ engine: Engine) async throws {
        let fixture = try await Fixture(engine)
        let keys = try fixture.keyRing()
        try await fixture.database.write { try keys.create(holder: "anna", in: $0) }
        let other = try fixture.keyRing("other.key")
        await #expect(throws: StorageError(.invalidKey, "")) {
            try await fixture.database.read { try other.seal([1], holder: "anna", table: "t", row: "r", version: 1, in: $0) }
        }
    }

    @Test(arguments: Engine.all) func aWrappedKeyMovedToAnotherHolderDoesNotUnwrap(_ engine: Engine) async throws {
        let fixture = try await Fixture(engine)
        let keys = try fixture.keyRing()
        try await fixture.database.write { tx in
            try keys.create(holder: "anna", in: tx)
            try tx.execute(
                "INSERT INTO holderKey (holder, number, rootKeyId, wrapped) SELECT 'eve', number, rootKeyId, wrapped FROM holderKey"
            )
            #expect(throws: StorageError(.undecryptable, "")) {
                try keys.seal([1], holder: "eve", table: "t", row: "r", version: 1, in: tx)
            }
        }
    }

    @Test(arguments: Engine.all) func theDatabaseHoldsNoDataKeyInTheClear(_ engine: Engine) async throws {
        let fixture = try await Fixture(engine)
        let keys = try fixture.keyRing()
        let wrapped = try await fixture.database.write { tx in
            try keys.create(holder: "anna", in: tx)
            return try tx.first("SELECT wrapped FROM holderKey")?.get("wrapped", as: [UInt8].self)
        }
        #expect(wrapped?.count == 32 + 33)
    }
}
