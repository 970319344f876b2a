import ParaphStorage
import ParaphWire
import ServerKit
import TestSupport
import Testing

@Suite struct PageCursorTests {
    private static let id = "0123456789abcdef0123456789abcdef"

    private static func read(_ text: String, of list: String = "files") throws -> [String] {
        try PageCursor.read(text, of: list) { [String(try $0.number()), try $0.id()] }
    }

    private static func isRefused(_ text: String, of list: String = "files") async -> Bool {
        await problem { try read(text, of: list) } == Problem.notAPage
    }

    @Test func aPlaceIsReadAsItWasWrittenAndFitsIntoAQuery() throws {
        for number in [0, 1, 1_795_255_200_000, Int64.max] {
            let text = PageCursor.text(of: "files", number, Self.id)
            #expect(try Self.read(text) == [String(number), Self.id])
            #expect(text.utf8.count <= PageCursor.limit && text.wholeMatch(of: /[A-Za-z0-9_-]+/) != nil)
        }
    }

    @Test func noOtherListTakesIt() async {
        let text = PageCursor.text(of: "files", 1, Self.id)
        for list in ["file", "filess", "trash", ""] { #expect(await Self.isRefused(text, of: list), "\(list)") }
    }

    @Test func whatIsNoPlaceIsRefusedInTheSameWords() async {
        let wrong: [[any LosslessStringConvertible]] = [
            [], [1], [Self.id], [Self.id, 1], [1, Self.id, 1], [-1, Self.id], ["01", Self.id], ["+1", Self.id], ["", Self.id],
            ["1 ", Self.id], ["9223372036854775808", Self.id], [1, ""], [1, "x"], [1, Self.id.uppercased()], [1, "\(Self.id)0"],
            [1, "\u{0}\(Self.id.dropLast())"],
        ]
        for parts in wrong {
            let text = Base64URL((["files"] + parts.map(\.description)).joined(separator: ".").utf8).text
            #expect(await Self.isRefused(text), "\(parts)")
        }
        let right = PageCursor.text(of: "files", 1, Self.id)
        let notUTF8 = Base64URL([0xFF, 0xFE]).text
        for text in ["", ".", "1", "files.1.\(Self.id)", "\(right)=", "\(right) ", String(right.dropLast()), "é", notUTF8] {
            #expect(await Self.isRefused(text), "\(text)")
        }
    }

    /// Refused by its length alone, whatever it holds.
    @Test func whatIsTooLongIsRefused() async {
        let long = Base64URL("files.1.\(Self.id).\(String(repeating: "0", count: 200))".utf8).text
        #expect(await problem { try PageCursor.read(long, of: "files") { (try $0.number(), try $0.id()) } } == Problem.notAPage)
        let list = String(repeating: "l", count: 160)
        #expect(await Self.isRefused(PageCursor.text(of: list, 1, Self.id), of: list))
    }
}
