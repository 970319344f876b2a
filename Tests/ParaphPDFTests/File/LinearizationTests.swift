import Testing

@testable import ParaphPDF

/// What a file says of itself as linearised has to be right where programs believe it, and must never become so by an update.
@Suite struct LinearizationTests {
    /// A linearised file of three pages, whose first page's content is object 8; the hints are object 6.
    struct Draft {
        var prefix = ""
        /// Added to the length that the first object names.
        var lengthDelta = 0
        /// The whole length that it names.
        var length: Int?
        var version = "/Linearized 1"
        var pages = "3"
        var first = "7"
        var more = ""
        var tableDelta = 0
        var hints: [UInt8] = [0, 0, 0, 1]
        var header: String?
        var beforeSection = ""
        var endOfEntry = " \n"
        var page = "/MediaBox[0 0 600 800]/Resources<<>>"
        var node = ""
        /// What stands behind the end, in which `$` is where it stands.
        var tail = ""

        var bytes: [UInt8] {
            var offsets: [Int: Int] = [:]
            var (end, prev, entries, hintsLength) = (0, 0, 0, 0)
            var text = ""
            // Places have a fixed width, so that the second writing has all of them right.
            for _ in 0..<2 {
                text = prefix + "%PDF-1.7\n"
                func add(_ number: Int, _ content: String) {
                    offsets[number] = text.utf8.count - prefix.utf8.count
                    text += "\(number) 0 obj\n\(content)\nendobj\n"
                }
                func padded(_ number: Int) -> String { TestPDF.padded(number) }
                func table(_ numbers: ClosedRange<Int>) {
                    text += "xref\n\(numbers.lowerBound) \(numbers.count)\n"
                    for number in numbers {
                        if number == numbers.lowerBound { entries = text.utf8.count - prefix.utf8.count }
                        let isFree = number == 0
                        text += "\(padded(offsets[number] ?? 0)) \(isFree ? "65535 f" : "00000 n")\(endOfEntry)"
                    }
                }
                let hintsPlace = offsets[6] ?? 0
                let firstObject =
                    "<<\(version)/L \(padded(length ?? end + lengthDelta))/H[\(padded(hintsPlace)) \(padded(hintsLength))]"
                    + "/O \(first)/E 0/N \(pages)/T \(padded(entries - 1 + tableDelta))\(more)>>"
                if let header {
                    text += header.split(separator: "$", omittingEmptySubsequences: false).joined(separator: firstObject)
                } else {
                    add(4, firstObject)
                }
                text += beforeSection
                let newest = text.utf8.count - prefix.utf8.count
                table(4...8)
                text += "trailer\n<</Size 9/Root 5 0 R/Prev \(padded(prev))>>\nstartxref\n0\n%%EOF\n"
                add(5, "<</Type/Catalog/Pages 3 0 R>>")
                // Behind the table of pages one group of shared objects, without which poppler believes nothing of it.
                let rows =
                    hints + [UInt8](repeating: 0, count: 32) + [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1]
                    + [UInt8](repeating: 0, count: 12)
                add(6, "<</S 36/Length \(rows.count)>>\nstream\n\(String(decoding: rows, as: UTF8.self))\nendstream")
                add(7, "<</Type/Page/Parent 3 0 R/Contents 8 0 R\(page)>>")
                hintsLength = (offsets[7] ?? 0) - (offsets[6] ?? 0)
                add(8, "<</Length 4>>\nstream\nq Q \nendstream")
                add(1, "<</Type/Page/Parent 3 0 R\(page)>>")
                add(2, "<</Type/Page/Parent 3 0 R\(page)>>")
                add(3, "<</Type/Pages/Kids[7 0 R 1 0 R 2 0 R]/Count 3\(node)>>")
                prev = text.utf8.count - prefix.utf8.count
                table(0...3)
                text += "trailer\n<</Size 4>>\nstartxref\n\(newest)\n%%EOF\n"
                let place = text.utf8.count - prefix.utf8.count
                text += tail.split(separator: "$", omittingEmptySubsequences: false).joined(separator: "\(place)")
                end = text.utf8.count - prefix.utf8.count
            }
            return Array(text.utf8)
        }

        func open() throws -> PDFFile { try PDFFile(PDFBytes(bytes)) }

        /// Whether the file gets an update.
        var isTaken: Bool {
            get throws {
                do throws(PDFError) {
                    _ = try PDFUpdate(PDFFile(PDFBytes(bytes)))
                    return true
                } catch {
                    guard error.code == .ambiguous else { throw error }
                    return false
                }
            }
        }

        func changed(_ change: (inout Draft) -> Void) -> Draft {
            var draft = self
            change(&draft)
            return draft
        }
    }

    @Test func whatIsRightIsTaken() throws {
        let draft = Draft()
        #expect(try draft.open().sections.count == 2)
        #expect(try draft.open().pages().count == 3)
        #expect(try draft.isTaken)
        #expect(try draft.changed { $0.beforeSection = " \r\n% a comment\n" }.isTaken)
        #expect(try draft.changed { $0.prefix = "\n\n" }.isTaken)
        #expect(try draft.changed { $0.more = "/P 0" }.isTaken)
        #expect(try draft.changed { $0.tableDelta = 1 }.isTaken)
        // poppler leaves hints that do not lead to pages.
        #expect(try draft.changed { $0.hints[3] = 4 }.isTaken)
    }

    /// What is true of an older state is believed by nobody.
    @Test func aFileThatWasUpdatedSinceIsTaken() throws {
        let draft = Draft().changed { $0.lengthDelta = -1 }
        #expect(try draft.isTaken)
        #expect(try draft.changed { ($0.pages, $0.first) = ("1", "1") }.isTaken)
        var whole = try Self.signed(Draft())
        whole += [10, 10]
        #expect(try Self.verdict(whole) == PDFChanges.Verdict.none)
    }

    @Test func aLengthToComeIsRefused() throws {
        #expect(try !Draft().changed { $0.lengthDelta = 1 }.isTaken)
        #expect(try !Draft().changed { $0.lengthDelta = 100_000 }.isTaken)
        #expect(try !Draft().changed { ($0.lengthDelta, $0.prefix) = (1, "\n") }.isTaken)
        #expect(try !Draft().changed { ($0.lengthDelta, $0.prefix) = (1, "\n\n") }.isTaken)
    }

    @Test func anotherNumberOfPagesIsRefused() throws {
        for pages in ["1", "2", "4", "3.0", "(3)", "3 0 R"] { #expect(try !Draft().changed { $0.pages = pages }.isTaken, "\(pages)") }
    }

    @Test func anotherFirstPageIsRefused() throws {
        for first in ["1", "2", "5", "99", "7.0"] { #expect(try !Draft().changed { $0.first = first }.isTaken, "\(first)") }
        #expect(try !Draft().changed { $0.more = "/P 1" }.isTaken)
        #expect(try !Draft().changed { $0.more = "/P 9" }.isTaken)
    }

    /// The newest section is another than the one behind the first object.
    @Test func anotherSectionIsRefused() throws {
        let other = "xref\n0 1\n0000000000 65535 f \ntrailer\n<</Size 9/Root 5 0 R/Prev 93>>\nstartxref\n$\n%%EOF\n"
        #expect(try !Draft().changed { $0.tail = other }.isTaken)
        #expect(try !Draft().changed { $0.beforeSection = "9 0 obj\n1\nendobj\n" }.isTaken)
        #expect(try !Draft().changed { $0.more = "/A(endobj)" }.isTaken)
        #expect(try !Draft().changed { $0.more = "/A(" + String(repeating: "a", count: 1_000) + ")" }.isTaken)
    }

    /// poppler finds by /T what the newest table leaves out.
    @Test func anotherPlaceOfTheTableIsRefused() throws {
        for delta in [-60, -20, -2, 2, 20] { #expect(try !Draft().changed { $0.tableDelta = delta }.isTaken, "\(delta)") }
        #expect(try !Draft().changed { $0.endOfEntry = "\n" }.isTaken)
    }

    /// poppler finds pages by the hints, and takes them without what they inherit.
    @Test func otherHintsAreRefused() throws {
        // The third page would be the second once more.
        #expect(try !Draft().changed { $0.hints[3] = 0 }.isTaken)
        #expect(try !Draft().changed { $0.hints[3] = 6 }.isTaken)
        #expect(try !Draft().changed { ($0.page, $0.node) = ("", "/MediaBox[0 0 600 800]/Rotate 90") }.isTaken)
    }

    /// What is no plain object or says the same thing twice may be read differently.
    @Test func whatIsWrittenOddlyIsRefused() throws {
        for header in [
            "4e0 0 obj\n$\nendobj\n", "-\n4 0 obj\n$\nendobj\n", "4 0 obj%\n$\nendobj\n", "+4 0 obj\n$\nendobj\n", "4.0 0 obj\n$\nendobj\n",
            "4 %\n0 obj\n$\nendobj\n",
        ] {
            #expect(try !Draft().changed { ($0.header, $0.length) = (header, 7) }.isTaken, "\(header)")
        }
        for more in ["/L 7", "/#4C 7", "/A +1", "/A%\n1"] {
            #expect(try !Draft().changed { ($0.more, $0.length) = (more, 5) }.isTaken, "\(more)")
        }
        #expect(try !Draft().changed { ($0.version, $0.more, $0.length) = ("/#4Cinearized 1", "/A +1", 5) }.isTaken)
        #expect(try Draft().changed { ($0.version, $0.more, $0.length) = ("/A 1", "/B +1", 5) }.isTaken)
        #expect(try !Draft().changed { ($0.version, $0.pages) = ("/#4Cinearized 1", "1") }.isTaken)
        for length in ["/L 7.0", "/L 7 0 R", "/L -7", "/L(7)", ""] {
            #expect(try !Draft().changed { $0.header = "4 0 obj\n<</Linearized 1\(length)>>\nendobj\n" }.isTaken, "\(length)")
        }
    }

    /// Bytes of anybody, or another signature, reach the length that was named.
    @Test func reachingTheLengthAfterASignatureIsForbidden() throws {
        let length = try Self.signed(Draft()).count
        var bytes = try Self.signed(Draft().changed { $0.length = length + 40 })
        #expect(bytes.count == length)
        #expect(try Self.verdict(bytes) == PDFChanges.Verdict.none)
        bytes += [UInt8](repeating: 10, count: 39)
        #expect(try Self.verdict(bytes) == .forbidden)
        bytes += [10]
        #expect(try Self.verdict(bytes) == .forbidden)
        // Now it is past.
        bytes += [10]
        #expect(try Self.verdict(bytes) == PDFChanges.Verdict.none)
    }

    @Test func aSignatureThatReachesTheLengthIsForbidden() throws {
        let length = try Self.signed(Draft()).count
        #expect(try Self.verdict(Self.signed(Draft().changed { $0.length = length })) == .forbidden)
    }

    /// The draft with a signature, as a program signs that does not ask what the first object says.
    private static func signed(_ draft: Draft) throws -> [UInt8] {
        let file = try draft.open()
        var update = PDFUpdate(unwritten: file)
        let value = update.add(signature: PDFDictionary(), size: 16)
        _ = try update.addSignatureField("first", value: value, on: file.page(at: 0), rectangle: nil, appearance: nil)
        var written = try update.write()
        _ = written.fill([0x30, 2, 1, 0], startOfAppended: file.bytes.count)
        return draft.bytes + written.appended
    }

    private static func verdict(_ bytes: [UInt8]) throws -> PDFChanges.Verdict {
        let history = try PDFHistory(PDFFile(PDFBytes(bytes)))
        let signature = try #require(history.signatures.first)
        return try history.changes(since: signature).verdict
    }
}
