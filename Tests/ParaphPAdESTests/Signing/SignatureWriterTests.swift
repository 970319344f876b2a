import Foundation
import ParaphPDF
import ParaphTrust
import Testing

@testable import ParaphPAdES

@Suite struct SignatureWriterTests {
    @Test func aSignatureThatNeedsMoreRoomIsMadeOnceMore() async throws {
        let file = try TestDocument().open()
        var update = try PDFUpdate(file)
        _ = update.add(signature: PDFDictionary(), size: 0)
        var digests: [[UInt8]] = []
        let written = try await SignatureWriter(file: file, algorithm: .sha256).write(update, room: 10) { digest in
            digests.append(digest)
            return [UInt8](repeating: 7, count: 500)
        }
        #expect(digests.count == 2)
        let (bytes, text) = (file.bytes.array + written.appended, String(decoding: written.appended, as: UTF8.self))
        let numbers = try #require(text.firstMatch(of: #/ByteRange\[0 (\d+) (\d+) (\d+)/#))
        let (end, start) = (try #require(Int(numbers.1)), try #require(Int(numbers.2)))
        #expect(start + (try #require(Int(numbers.3))) == bytes.count)
        #expect(digests.last == DigestAlgorithm.sha256.digest(of: bytes[..<end] + bytes[start...]))
        #expect(Array(bytes[end..<end + 3]) == Array("<07".utf8))
        #expect(written.contents.count == (start - end - 2) / 2)
    }

    @Test func aSignatureThatNeverFitsIsGivenUp() async throws {
        let file = try TestDocument().open()
        var update = try PDFUpdate(file)
        _ = update.add(signature: PDFDictionary(), size: 0)
        var size = 1_000
        await #expect(throws: PAdESError.self) {
            try await SignatureWriter(file: file, algorithm: .sha256).write(update, room: 10) { _ in
                size *= 4
                return [UInt8](repeating: 7, count: size)
            }
        }
    }

    @Test func aGrowingFileKeepsWhatWasLentOfIt() {
        let start = PDFBytes(Array("start".utf8))
        let file = GrowingFile(start, room: 4)
        let first = file.append(Array("-one".utf8))
        let second = file.append([UInt8](repeating: 65, count: 10_000))
        #expect(first.array == Array("start-one".utf8))
        #expect(second.count == 10_009)
        #expect(second.part(0..<9).hasSameBytes(as: first))
        #expect(file.append([]).count == 10_009)
    }

    @Test(arguments: [
        (0.0, "D:19700101000000+00'00'"), (951_827_696, "D:20000229123456+00'00'"), (-1, "D:19691231235959+00'00'"),
        (4_107_542_399, "D:21000228235959+00'00'"), (-62_135_596_800, "D:00010101000000+00'00'"), (.infinity, "D:19700101000000+00'00'"),
        (1e300, "D:99991231235959+00'00'"),
    ]) func datesAreWrittenInUTC(seconds: Double, text: String) {
        #expect(PDFString(date: Date(timeIntervalSince1970: seconds)).text == text)
    }
}
