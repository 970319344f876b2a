import Foundation
import HTTPTypes
import HummingbirdTesting
import ParaphStorage
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import Files
@testable import FilesTestSupport

/// Files that come in pieces.
struct FileUploadTests {
    private static let piece = 1 << 20

    @Test func aFileComesInPiecesAndIsAVersionWithItsHash() async throws {
        try await FilesFixture.run { files in
            let file = FilesFixture.file(3 * Self.piece + 17)
            let begun = try await files.start(file.count)
            #expect(begun.received == 0 && begun.version == 0 && begun.hash == nil && begun.isOwn && begun.ownerName == "Anna")
            let first = try await files.put(Array(file[..<Self.piece]), at: 0, of: file.count, to: begun.id)
            let middle: StoredFile = try files.decode(first)
            #expect(middle.received == Self.piece && middle.version == 0 && middle.size == file.count)
            let rest = try await files.put(Array(file[Self.piece...]), at: Self.piece, of: file.count, to: begun.id)
            let whole: StoredFile = try files.decode(rest)
            #expect(whole.received == file.count && whole.version == 1 && whole.hash == FilesFixture.hash(file) && whole.signerName == nil)
            #expect(try await files.download(begun.id).bytes == file)
            // Nothing lies in the clear.
            for address in try await files.environment.blobs.addresses() {
                let stored = try await files.environment.blobs.get(address).collect()
                #expect(!Data(stored).contains(Data(file[1000..<1032])))
            }
            #expect(try await files.count("orphanedBlob") == 0)
        }
    }

    @Test func aTokenSendsPiecesOfItsFileForADayAndDoesNothingElse() async throws {
        try await FilesFixture.run { files in
            let file = FilesFixture.file(3 * Self.piece)
            let (id, other) = (try await files.start(file.count).id, try await files.start(file.count).id)
            let path = "/v1/files/\(id)/upload-token"
            #expect(try await files.send(.post, path, by: "boris").status == .notFound)
            let made: UploadToken = try files.decode(try await files.send(.post, path, by: "anna"))
            let name = try #require(HTTPField.Name("Paraph-Upload-Token"))
            func put(_ number: Int, to id: String, _ token: String) async throws -> TestResponse {
                let start = number * Self.piece
                let range = "bytes \(start)-\(start + Self.piece - 1)/\(file.count)"
                let (bytes, headers) = (Array(file[start..<start + Self.piece]), [.contentRange: range, name: token] as HTTPFields)
                return try await files.send(.put, "/v1/files/\(id)/content", bytes, headers: headers, by: nil)
            }
            #expect(try await put(0, to: id, made.token).status == .ok)
            for (id, token) in [(other, made.token), (id, "wrong"), (id, String(made.token.dropLast(4)) + "AAAA"), (id, "")] {
                #expect(try await put(1, to: id, token).status == .unauthorized)
            }
            for method in [HTTPRequest.Method.get, .delete] {
                let answer = try await files.send(method, "/v1/files/\(id)", headers: [name: made.token], by: nil)
                #expect(answer.status == .unauthorized)
            }
            #expect(try await put(1, to: id, made.token).status == .ok)
            files.time.advance(seconds: 86_400)
            #expect(try await put(2, to: id, made.token).status == .unauthorized)
            #expect(try await files.put(Array(file[(2 * Self.piece)...]), at: 2 * Self.piece, of: file.count, to: id).status == .ok)
        }
    }

    @Test func aFileThatItsOwnerSignedBeforeItCameIsSignedByThem() async throws {
        try await FilesFixture.run { files in
            let signatures = try #require(files.environment.signatures as? MadeUpSignatures)
            let (file, other) = (FilesFixture.file(Self.piece), FilesFixture.file(Self.piece, seed: 1))
            signatures.sign(FilesFixture.hash(file), by: "anna")
            #expect(try await files.keep(file).isSignedByMe)
            #expect(try await !files.keep(other).isSignedByMe)
            #expect(try await !files.keep(file, by: "boris").isSignedByMe, "another one's signature is not theirs")
            // It stays so once another person signs it here.
            let id = try await files.keep(file, name: "again.pdf").id
            try await files.append(Array("signature".utf8), to: file, of: id, signature: "s1", by: "boris")
            let found: StoredFile = try files.decode(try await files.send(.get, "/v1/files/\(id)", by: "anna"))
            #expect(found.version == 2 && found.isSignedByMe)
        }
    }

    @Test func whoLostAnAnswerSendsThePieceAgainAndIsAnsweredTheSame() async throws {
        try await FilesFixture.run { files in
            let file = FilesFixture.file(2 * Self.piece)
            let id = try await files.start(file.count).id
            let pieces = [Array(file[..<Self.piece]), Array(file[Self.piece...])]
            for (number, piece) in pieces.enumerated() {
                let once = try await files.put(piece, at: number * Self.piece, of: file.count, to: id)
                let again = try await files.put(piece, at: number * Self.piece, of: file.count, to: id)
                #expect(once.status == .ok && again.status == .ok && once.bytes == again.bytes)
                var other = piece
                other[100] ^= 1
                let changed = try await files.put(other, at: number * Self.piece, of: file.count, to: id)
                #expect(changed.status == .conflict && files.code(changed) == "wrongOffset")
            }
            #expect(try await files.blobCount() == 2)
        }
    }

    @Test func aPieceThatDoesNotGoOnIsToldWhereToGoOn() async throws {
        try await FilesFixture.run { files in
            let file = FilesFixture.file(4 * Self.piece)
            let id = try await files.start(file.count).id
            _ = try await files.put(Array(file[..<Self.piece]), at: 0, of: file.count, to: id)
            for start in [2 * Self.piece, 3 * Self.piece, 1] {
                let piece = Array(file[start..<start + Self.piece])
                let refused = try await files.put(piece, at: start, of: file.count, to: id)
                let problem: Problem = try files.decode(refused)
                #expect(problem.status == 409 && problem.code == "wrongOffset" && problem.received == Self.piece)
            }
            let found: StoredFile = try files.decode(try await files.send(.get, "/v1/files/\(id)", by: "anna"))
            #expect(found.received == Self.piece)
            #expect(try await files.blobCount() == 1)
        }
    }

    @Test func aPieceIsTakenWholeOrNotAtAll() async throws {
        try await FilesFixture.run { files in
            let file = FilesFixture.file(2 * Self.piece)
            let id = try await files.start(file.count).id
            let path = "/v1/files/\(id)/content"
            let (last, size) = (Self.piece - 1, file.count)
            let ranges: [(String?, [UInt8])] = [
                (nil, file), ("bytes 0-\(last)/*", file), ("bytes 0-\(last)/\(Self.piece)", Array(file[...last])),
                ("bytes 0-\(last)/\(size)", Array(file[..<last])), ("bytes 0-\(last)/\(size)", Array(file[...Self.piece])),
                ("bytes 0-\(last - 1)/\(size)", Array(file[..<last])), ("bytes 0-\(last)/\(size)", []), ("chunk 1", file),
            ]
            for (range, body) in ranges {
                var headers: HTTPFields = [:]
                headers[.contentRange] = range
                let refused = try await files.send(.put, path, body, headers: headers, by: "anna")
                #expect(refused.status == .badRequest, "\(range ?? "") with \(body.count) bytes")
            }
            #expect(try await files.blobCount() == 0)
            let all: StoredFile = try files.decode(try await files.put(file, at: 0, of: file.count, to: id))
            #expect(all.version == 1)
        }
    }

    @Test func aPieceHasAtMostSixteenMebibytes() async throws {
        try await FilesFixture.run { files in
            let size = 20 << 20
            let id = try await files.start(size).id
            let refused = try await files.put(FilesFixture.file((16 << 20) + 1), at: 0, of: size, to: id)
            #expect(refused.status == .contentTooLarge)
            #expect(try await files.put(FilesFixture.file(16 << 20), at: 0, of: size, to: id).status == .ok)
        }
    }

    @Test(.timeLimit(.minutes(15))) func ofTwoThatSendOnePieceAtOnceOneWins() async throws {
        try await FilesFixture.run { files in
            let file = FilesFixture.file(2 * Self.piece)
            let id = try await files.start(file.count).id
            for start in [0, Self.piece] {
                let answers = try await withThrowingTaskGroup(of: HTTPResponse.Status.self) { group in
                    for seed in 0..<6 {
                        group.addTask {
                            var piece = Array(file[start..<start + Self.piece])
                            piece[2000] = UInt8(seed)
                            return try await files.put(piece, at: start, of: file.count, to: id).status
                        }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(answers.filter { $0 == .ok }.count == 1)
                #expect(answers.filter { $0 == .conflict || $0 == .tooManyRequests }.count == 5)
            }
            let found: StoredFile = try files.decode(try await files.send(.get, "/v1/files/\(id)", by: "anna"))
            let bytes = try await files.download(id).bytes
            #expect(found.version == 1 && found.hash == FilesFixture.hash(bytes) && bytes.count == file.count)
            // What the losers had stored is gone, or noted as unclaimed.
            #expect(try await files.blobCount() == 2)
            #expect(try await files.count("filePart") == 2)
        }
    }

    @Test func whatIsNoPDFIsRefusedAndNothingOfItStays() async throws {
        try await FilesFixture.run { files in
            let long = [UInt8](repeating: 0x20, count: 3 * Self.piece)
            let late = [UInt8](repeating: 0x20, count: 1024) + Array("%PDF-1.7".utf8)
            for bytes in [long, late, Array("%PDF".utf8), Array("hello".utf8)] {
                let id = try await files.start(bytes.count).id
                let piece = Array(bytes.prefix(2 * Self.piece))
                let refused = try await files.put(piece, at: 0, of: bytes.count, to: id)
                #expect(refused.status == .unprocessableContent && files.code(refused) == "notPDF")
                #expect(try await files.send(.get, "/v1/files/\(id)", by: "anna").status == .notFound)
            }
            #expect(try await files.blobCount() == 0)
            let good = [UInt8](repeating: 0x20, count: 1023) + Array("%PDF-1.7".utf8)
            #expect(try await files.keep(good).version == 1)
            #expect(try await files.keep(Array("%PDF-".utf8)).version == 1)
        }
    }

    @Test func whatIsAnnouncedHasANameAndASize() async throws {
        try await FilesFixture.run { files in
            let names = ["", " ", "a/b", "a\\b", "a\nb", "a\u{0}b", "a\u{202E}b", "..", String(repeating: "ж", count: 128), "\u{FEFF}"]
            for name in names {
                let refused = try await files.call(.post, "/v1/files", FileUpload(name: name, size: 10), by: "anna")
                #expect(refused.status == .badRequest, "\(name)")
            }
            for (size, status) in [(0, 400), (-1, 400), (100_000_001, 413), (Int.max, 413), (Int.min, 400)] {
                let refused = try await files.call(.post, "/v1/files", FileUpload(name: "a.pdf", size: size), by: "anna")
                #expect(refused.status.code == status, "\(size)")
            }
            for name in ["Договор аренды №7.pdf", "a", ".x", String(repeating: "a", count: 255), "👩‍⚖️.pdf"] {
                #expect(try await files.start(1, name: name).name == name)
            }
            #expect(
                try await files.call(.post, "/v1/files", FileUpload(name: "a", size: 1), by: nil).status == .unauthorized
            )
        }
    }

    @Test func aPersonKeepsNoMoreThanTheirQuota() async throws {
        try await FilesFixture.run { files in
            for _ in 0..<10 { _ = try await files.start(99_999_999) }
            let last = try await files.call(.post, "/v1/files", FileUpload(name: "a", size: 11), by: "anna")
            #expect(last.status == .conflict && files.code(last) == "quotaExceeded")
            #expect(try files.decode(last, as: Problem.self).detail?.contains("10 are left") == true)
            _ = try await files.start(10)
            _ = try await files.start(1, by: "boris")
            try await files.environment.database.makeUpRows { tx in
                try tx.execute("UPDATE file SET size = 1")
            }
            for _ in 11..<500 { _ = try await files.start(1) }
            let more = try await files.call(.post, "/v1/files", FileUpload(name: "a", size: 1), by: "anna")
            #expect(more.status == .conflict && files.code(more) == "tooManyFiles")
        }
    }

    @Test func whatDoesNotComeWithinADayIsSweptAndOtherFilesStay() async throws {
        try await FilesFixture.run { files in
            let file = FilesFixture.file(2 * Self.piece)
            let id = try await files.start(file.count).id
            _ = try await files.put(Array(file[..<Self.piece]), at: 0, of: file.count, to: id)
            let whole = try await files.keep(file).id
            let sweep = FileSweep(environment: files.environment)
            files.time.advance(seconds: 86_399)
            _ = try await sweep.turn()
            #expect(try await files.send(.get, "/v1/files/\(id)", by: "anna").status == .ok)
            files.time.advance(seconds: 1)
            _ = try await sweep.turn()
            #expect(try await files.send(.get, "/v1/files/\(id)", by: "anna").status == .notFound)
            #expect(try await files.download(whole).bytes == file)
            #expect(try await files.blobCount() == 2)
            let holders = try await files.environment.database.read { tx in
                try tx.rows("SELECT holder FROM holderKey WHERE holder >= 'file/' AND holder < 'file0'").map {
                    try $0.get("holder", as: String.self)
                }
            }
            #expect(holders == ["file/\(whole)"])
        }
    }

    @Test func oneTurnOfTheSweepDeletesFewParts() async throws {
        try await FilesFixture.run { files in
            let file = FilesFixture.file(3 * Self.piece)
            for _ in 0..<3 {
                let id = try await files.start(file.count).id
                for start in [0, Self.piece] {
                    _ = try await files.put(Array(file[start..<start + Self.piece]), at: start, of: file.count, to: id)
                }
            }
            files.time.advance(seconds: 86_400)
            let sweep = FileSweep(environment: files.environment, batch: 4)
            #expect(try await sweep.turn())
            #expect(try await files.count("file") == 1)
            #expect(try await sweep.turn() == false)
            #expect(try await files.count("file") == 0)
        }
    }

    @Test func aBlobIsNotedAsLooseBeforeItIsThere() async throws {
        try await FilesFixture.run { files in
            // As a crash leaves it: stored, and named by no row.
            let part = try await files.environment.contents.store(FilesFixture.file(100))
            let unclaimed = try await files.environment.database.read { tx in
                try tx.rows("SELECT address FROM orphanedBlob WHERE released = 0").map { try $0.get("address", as: BlobAddress.self) }
            }
            #expect(unclaimed == [part.address])
            // What cannot be noted is not stored.
            try await files.environment.database.write { try $0.execute("DROP TABLE orphanedBlob") }
            await #expect(throws: StorageError.self) { try await files.environment.contents.store(FilesFixture.file(100, seed: 1)) }
            #expect(try await files.blobCount() == 1)
        }
    }
}
