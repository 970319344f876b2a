import Testing

@testable import ParaphPDF

/// A file that programs read in two ways gets no update, for that would make them agree.
@Suite struct ObjectBodiesTests {
    /// A page whose content is object 5, with bodies of it that the table does not name.
    private struct Draft {
        var header = "%PDF-1.7\n"
        /// Bodies of the content, and which of them the table names; none where it calls the number free.
        var bodies = ["(true)", "(lie)"]
        var named: Int? = 0
        /// What stands between the last body and the table.
        var more = ""
        /// How far the table is wrong about an object.
        var wrong: [Int: Int] = [:]
        var first = 0
        var generation = 0
        var trailer = "/Root 1 0 R/Size 6"
        var startDelta = 0
        var tail = ""

        var bytes: [UInt8] {
            var text = header
            var offsets: [Int: Int] = [:]
            func add(_ number: Int, _ content: String) { text += "\(number) 0 obj\n\(content)\nendobj\n" }
            let start = header.utf8.count - header.drop { $0 != "%" }.utf8.count
            for (number, content) in [
                (1, "<</Type/Catalog/Pages 2 0 R>>"), (2, "<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 600 800]>>"),
                (3, "<</Type/Page/Parent 2 0 R/Contents 5 0 R/Resources<<>>>>"), (4, "<<>>"),
            ] {
                offsets[number] = text.utf8.count
                add(number, content)
            }
            for (index, body) in bodies.enumerated() {
                if index == named { offsets[5] = text.utf8.count }
                add(5, "<</Length \(body.utf8.count)>>\nstream\n\(body)\nendstream")
            }
            text += more
            let section = text.utf8.count - start
            text += "xref\n\(first) 6\n0000000000 65535 f \n"
            for number in 1...5 {
                guard let offset = offsets[number] else {
                    text += "0000000000 00000 f \n"
                    continue
                }
                text += "\(TestPDF.padded(offset - start + (wrong[number] ?? 0))) 0000\(generation) n \n"
            }
            text += "trailer\n<<\(trailer)>>\nstartxref\n\(section + startDelta)\n%%EOF\n\(tail)"
            return Array(text.utf8)
        }

        func update() throws {
            let file = try PDFFile(PDFBytes(bytes))
            _ = try PDFUpdate(file)
        }
    }

    private func changed(_ change: (inout Draft) -> Void) -> Draft {
        var draft = Draft()
        change(&draft)
        return draft
    }

    private func expectRefused(_ change: (inout Draft) -> Void, _ comment: Comment? = nil) {
        #expect(throws: PDFError(.ambiguous, ""), comment) { try changed(change).update() }
    }

    private func expectTaken(_ change: (inout Draft) -> Void, _ comment: Comment? = nil) {
        #expect(throws: Never.self, comment) { try changed(change).update() }
    }

    private static let far = "%" + String(repeating: "x", count: 1_500) + "\n"

    @Test func theTableNamesTheFirstOfTwoAndIsWrongAboutAnother() {
        for number in 1...3 { expectRefused { $0.wrong = [number: 3] } }
        // Whatever a program finds damaged: it would take the last one.
        expectRefused { _ in }
        expectRefused { $0.tail = Self.far }
        expectRefused { $0.trailer = "/Root 1 0 R/Size 99999999" }
        expectRefused { $0.trailer = "/Root 1 0 R/Size 6/Prev 99999" }
        expectRefused { $0.first = 1 }
        expectRefused { $0.generation = 1 }
    }

    @Test func aRepairedFileHasTwoBodies() {
        for named in 0...1 {
            expectRefused { ($0.named, $0.startDelta) = (named, 5) }
            expectRefused { ($0.named, $0.trailer) = (named, "/Root 1 0 R/Size 6/Prev 99999") }
        }
    }

    /// What an older revision has is superseded wherever the last one counts.
    @Test func theTableNamesTheLastOfTwo() {
        expectTaken { $0.named = 1 }
        expectTaken { ($0.named, $0.tail) = (1, Self.far) }
        expectTaken { ($0.named, $0.header) = (1, "mail\n%PDF-1.7\n") }
        expectTaken { ($0.named, $0.trailer) = (1, "/Root 1 0 R/Size 5") }
        expectTaken { ($0.named, $0.startDelta) = (1, -1) }
    }

    @Test func bothBodiesAreTheSame() {
        expectTaken { $0.bodies = ["(a)", "(a)"] }
        expectTaken { ($0.bodies, $0.startDelta) = (["(a)", "(a)"], 5) }
        // They differ behind what a generous reader passes over.
        expectRefused {
            ($0.bodies, $0.wrong) = (["(a)"], [3: 3]); $0.more = "5 0 obj\n<</Length 3 x>>\nstream\n(a)\nendstream\nendobj\n"
        }
    }

    @Test func aTableThatIsWrongAboutAnObjectIsRefused() {
        for number in 1...5 { expectRefused { ($0.bodies, $0.wrong) = (["(a)"], [number: 3]) } }
    }

    @Test func damageOfAFileWithOneBodyEachIsMended() {
        expectTaken { ($0.bodies, $0.startDelta) = (["(a)"], 5) }
        expectTaken { ($0.bodies, $0.tail) = (["(a)"], Self.far) }
    }

    /// Programs that look through the file find it, others do not.
    @Test func theTableCallsAnObjectFreeThatIsThere() {
        expectRefused { ($0.bodies, $0.named, $0.wrong) = (["(a)"], nil, [3: 3]) }
        expectRefused { ($0.bodies, $0.named, $0.tail) = (["(a)"], nil, Self.far) }
        expectRefused { ($0.bodies, $0.named, $0.startDelta) = (["(a)"], nil, 5) }
        expectRefused { ($0.bodies, $0.named, $0.trailer) = (["(a)"], nil, "/Root 1 0 R/Size 6/Prev 99999") }
        // Nothing is wrong with the table, but an update may make it so.
        expectRefused { ($0.bodies, $0.named) = (["(a)"], nil) }
    }

    /// Some pass over the data of streams, others look through these.
    @Test func theTableNamesAnObjectWithinAStream() {
        let hidden = "5 0 obj\n<</Length 3>>\nstream\n(b)\nendstream\nendobj\n"
        func draft(_ draft: inout Draft) {
            let own = "9 0 obj\n<</Length \(hidden.utf8.count)>>\nstream\n"
            (draft.bodies, draft.named) = (["(a)"], 0)
            draft.more = own + hidden + "\nendstream\nendobj\n"
            let body = "5 0 obj\n<</Length 3>>\nstream\n(a)\nendstream\nendobj\n"
            draft.wrong = [5: body.utf8.count + own.utf8.count]
        }
        expectRefused(draft)
        expectRefused {
            draft(&$0); $0.wrong[3] = 3
        }
    }

    /// Programs that doubt a table look within streams too, and what they doubt differs.
    @Test func anotherBodyStandsWithinAStreamBehind() {
        func draft(_ draft: inout Draft, _ hidden: String, _ own: String = "9 0 obj\n") {
            let end = "x\nendstream\nendobj\n"
            (draft.bodies, draft.named) = (["(a)"], 0)
            draft.more = "\(own)<</Length \(hidden.utf8.count + end.utf8.count)>>\nstream\n\(end)\(hidden)\nendstream\nendobj\n"
        }
        let body = "<</Length 3>>\nstream\n(b)\nendstream\nendobj\n"
        for head in ["5 0 obj", "5 1 obj", "5 %x\n0 obj", "+5 0 obj", "5.0 0 obj", "5 +0 obj", "5 0obj", "4294967301 0 obj", "5 0 #6fbj"] {
            expectRefused({ draft(&$0, "\(head)\n\(body)") }, "\(head)")
        }
        expectRefused { draft(&$0, "3 0 obj\n<</Type/Page/Parent 2 0 R>>\nendobj\n") }
        // The same once more, what nothing refers to, and prose.
        expectTaken { draft(&$0, "3 0 obj\n<</Type/Page/Parent 2 0 R/Contents 5 0 R/Resources<<>>>>\nendobj\n") }
        expectTaken { draft(&$0, "4 0 obj\n(b)\nendobj\n") }
        expectTaken { draft(&$0, "Version 5.0 objects") }
        // A rebuilt table has the last body, which the file's own table has too.
        expectTaken {
            draft(&$0, "5 0 obj\n\(body)"); ($0.header, $0.more) = ("%PDF-1.7\n" + $0.more, "")
        }
    }

    @Test func whatNothingRefersToMayDiffer() {
        let more = "4 0 obj\n(b)\nendobj\n"
        expectTaken { ($0.bodies, $0.more) = (["(a)"], more) }
        expectTaken { ($0.bodies, $0.more, $0.startDelta) = (["(a)"], more, 5) }
    }

    /// Comments and odd numbers, which other programs read.
    @Test func headsAreReadInEveryWay() {
        let body = "<</Length 3>>\nstream\n(b)\nendstream\nendobj\n"
        for head in ["5 %x\n0 obj", "5 0%x\nobj", "+5 0 obj", "5.0 0 obj", "5 +0 obj", "5 0obj", "4294967301 0 obj", "5 1 obj"] {
            expectRefused({ ($0.bodies, $0.more, $0.wrong) = (["(a)"], "\(head)\n\(body)", [3: 3]) }, "\(head)")
        }
    }

    @Test func trailersLeadToTwoCatalogs() {
        let more = "7 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\ntrailer\n<</Root 7 0 R>>\n"
        expectRefused { ($0.bodies, $0.more, $0.wrong) = (["(a)"], more, [3: 3]) }
        expectTaken { ($0.bodies, $0.more) = (["(a)"], more) }
        expectTaken {
            ($0.bodies, $0.startDelta) = (["(a)"], 5); $0.more = more.replacing("Root 7", with: "Root 1")
        }
    }

    /// A table that this program cannot read, and others can.
    @Test func aRepairedFileHasATableOfAnotherForm() {
        func draft(_ form: String) -> [UInt8] {
            let text = String(decoding: changed { $0.bodies = ["(a)"] }.bytes, as: UTF8.self)
            return Array(text.replacing("xref\n0 6", with: form).utf8)
        }
        #expect(throws: PDFError(.ambiguous, "")) { _ = try PDFUpdate(try PDFFile(PDFBytes(draft("xref\n0.0 6")))) }
        #expect(throws: Never.self) { _ = try PDFUpdate(try PDFFile(PDFBytes(draft("xref\n0 6")))) }
    }

    /// A page's content in a stream of objects.
    private func streams(_ change: (inout TestPDF) -> Void = { _ in }) -> TestPDF {
        var pdf = TestPDF(header: "%PDF-1.7\n")
        pdf.add(1, "<</Type/Catalog/Pages 2 0 R>>")
        pdf.add(2, "<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 600 800]>>")
        pdf.add(3, "<</Type/Page/Parent 2 0 R/Contents 5 0 R/Resources 6 0 R>>")
        pdf.add(5, dictionary: "", stream: Array("(a)".utf8))
        pdf.add(7, dictionary: "/Type/ObjStm/N 1/First 4", stream: Array("6 0 <<>>".utf8))
        change(&pdf)
        return pdf
    }

    /// Some programs find no streams of objects once they look through a file.
    @Test func anObjectInAStreamOfAFileThatIsDamaged() throws {
        var pdf = streams()
        pdf.finishWithStream(8, compressed: [6: (7, 0)])
        _ = try PDFUpdate(try pdf.open())
        let text = String(decoding: pdf.bytes, as: Unicode.ASCII.self)
        #expect(text.contains("startxref\n\(pdf.lastSection)\n"))
        let far = PDFBytes(pdf.bytes + Self.far.utf8)
        #expect(throws: PDFError(.ambiguous, "")) { _ = try PDFUpdate(try PDFFile(far)) }
        // Padding is no damage.
        let padded = PDFBytes(pdf.bytes + [UInt8](repeating: 0, count: 4_000))
        #expect(throws: Never.self) { _ = try PDFUpdate(try PDFFile(padded)) }
    }

    /// A program that does not find the section behind the padding may find no streams of objects either.
    @Test func anObjectInAStreamHadABodyInAPaddedFile() throws {
        var pdf = streams {
            $0.add(6, "<</Font 9 0 R>>"); $0.add(9, dictionary: "/Type/ObjStm/N 1/First 4", stream: Array("6 0 <<>>".utf8))
        }
        pdf.finishWithStream(8, compressed: [6: (9, 0)])
        #expect(throws: Never.self) { _ = try PDFUpdate(try pdf.open()) }
        let padded = PDFBytes(pdf.bytes + [UInt8](repeating: 0, count: 4_000))
        #expect(throws: PDFError(.ambiguous, "")) { _ = try PDFUpdate(try PDFFile(padded)) }
    }

    /// Programs that look through a file read all streams of objects, and take the last.
    @Test func anotherBodyStandsInALaterStreamThatIsFree() throws {
        for (member, isTaken) in [(3, false), (6, false), (4, true)] {
            var pdf = streams { $0.append("9 0 obj\n<</Type/ObjStm/N 1/First 4/Length 8>>\nstream\n\(member) 0 [1]\nendstream\nendobj\n") }
            pdf.finishWithStream(8, compressed: [6: (7, 0)])
            if isTaken {
                #expect(throws: Never.self) { _ = try PDFUpdate(try pdf.open()) }
            } else {
                #expect(throws: PDFError(.ambiguous, "")) { _ = try PDFUpdate(try pdf.open()) }
            }
        }
    }

    @Test func aStreamOfADamagedFileHoldsNothingThatIsReached() throws {
        var pdf = TestPDF(pages: 1)
        pdf.add(6, dictionary: "/Type/ObjStm/N 1/First 4", stream: Array("7 0 (hidden)".utf8))
        _ = try PDFUpdate(try pdf.open())
        var other = TestPDF(pages: 1)
        other.add(6, dictionary: "/Type/ObjStm/N 1/First 4", stream: Array("3 0 (hidden)".utf8))
        #expect(throws: PDFError(.ambiguous, "")) { _ = try PDFUpdate(try other.open()) }
    }

    @Test func aLaterBodyOfAnObjectInAStream() throws {
        var pdf = streams { $0.append("6 0 obj\n<</Font 9 0 R>>\nendobj\n") }
        pdf.finishWithStream(8, compressed: [6: (7, 0)])
        #expect(throws: PDFError(.ambiguous, "")) { _ = try PDFUpdate(try pdf.open()) }
    }

    /// An honest update, until the file is damaged: then some prefer what is in streams.
    @Test func anObjectInAStreamIsSuperseded() throws {
        var pdf = streams()
        pdf.finishWithStream(8, compressed: [6: (7, 0)])
        let first = pdf.lastSection
        pdf.add(6, "<</Font 9 0 R>>")
        pdf.finish([6], trailer: "/Prev \(first)")
        _ = try PDFUpdate(try pdf.open())
        let far = PDFBytes(pdf.bytes + Self.far.utf8)
        #expect(throws: PDFError(.ambiguous, "")) { _ = try PDFUpdate(try PDFFile(far)) }
    }

    /// Such a file is read, judged and shown as before.
    @Test func whatIsOnlyReadIsNotRefused() throws {
        let file = try PDFFile(PDFBytes(changed { $0.wrong = [3: 3] }.bytes))
        #expect(try file.pages().count == 1)
        _ = PDFUpdate(unwritten: file)
    }

    /// Many bodies of one number cost no more than the limits allow.
    @Test func manyBodiesOfALongObjectEnd() throws {
        let body = "[" + String(repeating: "1 ", count: 10_000) + "]"
        let more = "4 0 obj\n\(body)\nendobj\n" + String(repeating: "4 0 obj\n[1]\nendobj\n", count: 20_000)
        let bytes = PDFBytes(changed { ($0.bodies, $0.more) = (["(a)"], more) }.bytes)
        var limits = PDFLimits()
        limits.steps = 10_000_000
        let file = try PDFFile(bytes, limits: limits)
        _ = try PDFUpdate(file)
    }
}
