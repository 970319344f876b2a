import HTTPTypes
import HummingbirdTesting
import ParaphStorage
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import Files
@testable import FilesTestSupport

/// What comes back of files: versions, ranges, conditions.
struct FileDownloadTests {
    private static let piece = 1 << 20

    @Test(arguments: [TestingSetup.router, .live])
    func aDownloadTellsWhatItIsAndIsKeptByNoCache(setup: TestingSetup) async throws {
        try await FilesFixture.run(setup) { files in
            let file = FilesFixture.file(3 * Self.piece + 5)
            let id = try await files.keep(file, name: "Аренда \"1\".pdf").id
            let tag = "\"\(FilesFixture.hash(file))\""
            for method in [HTTPRequest.Method.get, .head] {
                let response = try await files.send(method, "/v1/files/\(id)/content", headers: [.range: "bytes=x"], by: "anna")
                #expect(response.status == .ok)
                #expect(response.bytes == (method == .get ? file : []))
                let headers = response.headers
                #expect(headers[.eTag] == tag && headers[.acceptRanges] == "bytes" && headers[.contentType] == "application/pdf")
                #expect(headers[.cacheControl] == "private, no-store" && headers[.xContentTypeOptions] == "nosniff")
                #expect(headers[.contentLength] == "\(file.count)")
                #expect(
                    headers[.contentDisposition]
                        == "attachment; filename=\"______ _1_.pdf\"; filename*=UTF-8''%D0%90%D1%80%D0%B5%D0%BD%D0%B4%D0%B0%20%221%22.pdf"
                )
            }
        }
    }

    @Test func whatIsLoadedIsCalledAPDF() async throws {
        try await FilesFixture.run { files in
            let long = String(repeating: "ж", count: 127)
            let names = [
                ("lease", "lease.pdf"), ("lease.exe", "lease.exe.pdf"), ("a.PDF", "a.PDF"), (long, long.dropLast(2) + ".pdf"),
                ("pdf", "pdf.pdf"),
            ]
            for (name, called) in names {
                let id = try await files.keep(FilesFixture.file(100), name: name).id
                let document = try await files.environment.database.read { [store = files.store] tx in try store.find(id, in: tx) }
                #expect(document?.name == name && document?.fileName == called)
                let told = try await files.download(id).headers[.contentDisposition]
                #expect(told == ContentDisposition.attachment(fileName: called))
            }
        }
    }

    @Test func anyRangeIsReadOverAnyNumberOfParts() async throws {
        try await FilesFixture.run { files in
            let file = FilesFixture.file(4 * Self.piece + 100)
            let id = try await files.keep(file).id
            let size = file.count
            let edges = [0, 1, Self.piece - 1, Self.piece, Self.piece + 1, 2 * Self.piece, 4 * Self.piece, size - 1]
            for first in edges {
                for last in edges where last >= first {
                    let response = try await files.download(id, headers: [.range: "bytes=\(first)-\(last)"])
                    #expect(response.status == .partialContent && response.bytes == Array(file[first...last]), "\(first)-\(last)")
                    #expect(response.headers[.contentRange] == "bytes \(first)-\(last)/\(size)")
                    #expect(response.headers[.contentLength] == "\(last - first + 1)")
                }
            }
            #expect(try await files.download(id, headers: [.range: "bytes=-101"]).bytes == Array(file.suffix(101)))
            let several = try await files.download(id, headers: [.range: "bytes=0-1,5-6"])
            #expect(several.status == .ok && several.bytes == file)
            let outside = try await files.download(id, headers: [.range: "bytes=\(size)-"])
            #expect(outside.status == .rangeNotSatisfiable && outside.headers[.contentRange] == "bytes */\(size)")
            #expect(files.code(outside) == "outsideFile")
        }
    }

    @Test func conditionsSpareAndGuardDownloads() async throws {
        try await FilesFixture.run { files in
            let file = FilesFixture.file(1000)
            let id = try await files.keep(file).id
            let tag = "\"\(FilesFixture.hash(file))\""
            let same = try await files.download(id, headers: [.ifNoneMatch: tag])
            #expect(same.status == .notModified && same.bytes.isEmpty && same.headers[.eTag] == tag)
            #expect(try await files.download(id, headers: [.ifNoneMatch: "\"other\""]).bytes == file)
            let other = try await files.download(id, headers: [.ifMatch: "\"other\"", .range: "bytes=0-1"])
            #expect(other.status == .preconditionFailed && files.code(other) == "otherVersion")
            #expect(try await files.download(id, headers: [.ifRange: tag, .range: "bytes=0-1"]).bytes == Array(file[0...1]))
            #expect(try await files.download(id, headers: [.ifRange: "\"other\"", .range: "bytes=0-1"]).bytes == file)
        }
    }

    @Test func eachVersionBeginsWithTheBytesOfTheOneBeforeAndStays() async throws {
        try await FilesFixture.run { files in
            let file = FilesFixture.file(Self.piece + 7)
            let id = try await files.keep(file).id
            let (first, second) = (FilesFixture.file(30_000, seed: 1), FilesFixture.file(200_000, seed: 2))
            _ = try #require(try await files.append(first, to: file, of: id, signature: "s1", by: "boris"))
            _ = try #require(try await files.append(second, to: file + first, of: id, signature: "s2", by: "carol"))
            let whole = file + first + second
            #expect(try await files.download(id).bytes == whole)
            for (number, bytes) in [(1, file), (2, file + first), (3, whole)] {
                let response = try await files.download(id, "?version=\(number)")
                #expect(response.bytes == bytes && response.headers[.eTag] == "\"\(FilesFixture.hash(bytes))\"")
            }
            let range = "bytes=\(file.count - 3)-\(file.count + first.count + 3)"
            #expect(
                try await files.download(id, headers: [.range: range]).bytes
                    == Array(whole[(file.count - 3)...(file.count + first.count + 3)])
            )
            let old = try await files.download(id, "?version=1", headers: [.range: "bytes=\(file.count)-"])
            #expect(old.status == .rangeNotSatisfiable)
            for (query, status) in [("?version=4", 404), ("?version=0", 400), ("?version=x", 400), ("?version=-1", 400)] {
                #expect(try await files.download(id, query).status.code == status)
            }
            let shown: StoredFile = try files.decode(try await files.send(.get, "/v1/files/\(id)", by: "anna"))
            #expect(shown.version == 3 && shown.size == whole.count && shown.received == whole.count && shown.signerName == "Carol")
            #expect(shown.hash == FilesFixture.hash(whole) && shown.documentId != nil)
            // A piece of the upload that is sent again late is answered by what there is now.
            let again = try await files.put(Array(file[Self.piece...]), at: Self.piece, of: file.count, to: id)
            #expect(try files.decode(again, as: StoredFile.self) == shown)
        }
    }

    @Test func aFileOnItsWayIsNotDownloaded() async throws {
        try await FilesFixture.run { files in
            let file = FilesFixture.file(2 * Self.piece)
            let id = try await files.start(file.count).id
            _ = try await files.put(Array(file[..<Self.piece]), at: 0, of: file.count, to: id)
            let refused = try await files.download(id)
            #expect(refused.status == .conflict && files.code(refused) == "incomplete")
        }
    }

    @Test func aPartThatWasChangedOrLostBreaksTheDownloadOff() async throws {
        try await FilesFixture.run { files in
            let file = FilesFixture.file(2 * Self.piece)
            let id = try await files.keep(file).id
            let (version, parts) = try await files.environment.database.read { [store = files.store] tx in
                let version = try #require(try store.newestVersion(of: id, in: tx))
                return (version, try store.parts(of: version, in: tx))
            }
            #expect(try await files.environment.contents.bytes(of: parts) == file)
            let swapped = [
                FilePart(number: 1, range: parts[0].range, address: parts[1].address, secret: parts[0].secret)
            ]
            await #expect(throws: StorageError(.corrupt, "")) { try await files.environment.contents.bytes(of: swapped) }
            try await files.environment.blobs.delete(parts[1].address)
            await #expect(throws: StorageError(.notFound, "")) { try await files.environment.contents.bytes(of: parts) }
            let content = files.environment.contents.read(Array(parts.prefix(1)), range: 10..<20)
            let read = try await FilesFixture.collect(content)
            #expect(read == Array(file[10..<20]) && version.size == file.count)
        }
    }
}
