import HTTPTypes
import ServerKit
import Testing

/// What requests get of a content, by RFC 9110, sections 13 and 14.
@Suite struct ContentSelectionTests {
    private static let tag = EntityTag("abc")

    private static func select(_ headers: HTTPFields, method: HTTPRequest.Method = .get, size: Int = 1000) -> ContentSelection {
        ContentSelection(
            range: headers[.range],
            ifRange: headers[.ifRange],
            ifMatch: headers[.ifMatch],
            ifNoneMatch: headers[.ifNoneMatch],
            method: method,
            tag: tag,
            size: size
        )
    }

    @Test(arguments: [
        ("bytes=0-0", ContentSelection.part(0..<1)),
        ("bytes=0-999", .part(0..<1000)),
        ("bytes=0-1000", .part(0..<1000)),
        ("bytes=500-", .part(500..<1000)),
        ("bytes=999-99999999999999999999999", .part(999..<1000)),
        ("bytes=-1", .part(999..<1000)),
        ("bytes=-1000", .part(0..<1000)),
        ("bytes=-5000", .part(0..<1000)),
        ("BYTES=1-2", .part(1..<3)),
        ("bytes= 1-2 ,", .part(1..<3)),
        ("bytes=1000-", .unsatisfiable),
        ("bytes=1000-1001", .unsatisfiable),
        ("bytes=99999999999999999999999-", .unsatisfiable),
        ("bytes=-0", .unsatisfiable),
        ("bytes=0-1,5-6", .whole),
        ("bytes=5-4", .whole),
        ("bytes=-", .whole),
        ("bytes=", .whole),
        ("bytes", .whole),
        ("", .whole),
        ("bytes=a-b", .whole),
        ("bytes=+1-2", .whole),
        ("bytes=1--2", .whole),
        ("lines=0-1", .whole),
    ])
    func aRangeIsReadAsTheStandardHasIt(range: String, expected: ContentSelection) {
        #expect(Self.select([.range: range]) == expected)
        #expect(Self.select([.range: range], method: .head) == .whole)
    }

    @Test func aContentWithoutBytesHasNoRange() {
        #expect(Self.select([.range: "bytes=0-"], size: 0) == .unsatisfiable)
        #expect(Self.select([.range: "bytes=-1"], size: 0) == .unsatisfiable)
    }

    @Test(arguments: [
        ("\"abc\"", true), ("\"x\", \"abc\"", true), ("*", true), ("W/\"abc\"", false), ("\"abd\"", false), ("abc", false), ("", false),
        ("\"x,y\" , \"abc\"", true), ("\"abc", false), ("\"abc\" \"x\"", false),
    ])
    func ifMatchComparesStrongly(header: String, holds: Bool) {
        #expect(Self.select([.ifMatch: header]) == (holds ? .whole : .preconditionFailed))
    }

    @Test(arguments: [
        ("\"abc\"", true), ("W/\"abc\"", true), ("\"x\",,\"abc\"", true), ("*", true), ("\"abd\"", false), ("abc", false),
        ("\"x,\"abc\"\"", false),
    ])
    func ifNoneMatchComparesWeakly(header: String, isSame: Bool) {
        #expect(Self.select([.ifNoneMatch: header]) == (isSame ? .notModified : .whole))
        #expect(Self.select([.ifNoneMatch: header], method: .head) == (isSame ? .notModified : .whole))
    }

    @Test func ifRangeTakesTheSameBytesOnly() {
        for (condition, expected) in [
            ("\"abc\"", ContentSelection.part(1..<3)), ("W/\"abc\"", .whole), ("\"abd\"", .whole),
            ("Sat, 21 Nov 2026 10:00:00 GMT", .whole),
            ("\"abc\", \"abc\"", .whole),
        ] {
            #expect(Self.select([.range: "bytes=1-2", .ifRange: condition]) == expected, "\(condition)")
        }
    }

    @Test func conditionsComeInTheirOrder() {
        #expect(Self.select([.ifMatch: "\"x\"", .ifNoneMatch: "\"abc\"", .range: "bytes=5000-"]) == .preconditionFailed)
        #expect(Self.select([.ifMatch: "\"abc\"", .ifNoneMatch: "\"abc\"", .range: "bytes=5000-"]) == .notModified)
        #expect(Self.select([.ifMatch: "\"abc\"", .ifNoneMatch: "\"x\"", .range: "bytes=5000-"]) == .unsatisfiable)
    }

    @Test(arguments: [
        ("bytes 0-0/1", 0..<1, 1), ("bytes 5-9/10", 5..<10, 10), ("Bytes 0-3/100000000", 0..<4, 100_000_000),
    ])
    func aContentRangeIsRead(header: String, range: Range<Int>, size: Int) {
        let read = ContentRange(header)
        #expect(read?.range == range && read?.size == size)
        #expect(read?.description == header.replacing("Bytes", with: "bytes"))
    }

    @Test(arguments: [
        "", "bytes", "bytes ", "bytes 0-1", "bytes */10", "bytes 0-1/*", "bytes 2-1/10", "bytes 0-10/10", "bytes -1-2/10", "bytes 0--1/10",
        "bytes 0-1/10/11", "bytes  0-1/10", "lines 0-1/10", "bytes 0-99999999999999999999/999999999999999999999", "bytes ٠-1/10",
    ])
    func whatIsNoContentRangeIsRefused(header: String) {
        #expect(ContentRange(header) == nil)
    }

    @Test(arguments: [
        ("lease.pdf", "attachment; filename=\"lease.pdf\"; filename*=UTF-8''lease.pdf"),
        ("a \"b\" 100%.pdf", "attachment; filename=\"a _b_ 100_.pdf\"; filename*=UTF-8''a%20%22b%22%20100%25.pdf"),
        ("Аренда.pdf", "attachment; filename=\"______.pdf\"; filename*=UTF-8''%D0%90%D1%80%D0%B5%D0%BD%D0%B4%D0%B0.pdf"),
        ("a\r\nX: y", "attachment; filename=\"a__X: y\"; filename*=UTF-8''a%0D%0AX%3A%20y"),
    ])
    func aDownloadIsNamedForOldAndNewClients(name: String, header: String) {
        #expect(ContentDisposition.attachment(fileName: name) == header)
    }
}
