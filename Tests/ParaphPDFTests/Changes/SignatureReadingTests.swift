import Testing

@testable import ParaphPDF

/// A later signature whose look lies on nothing and yet could be read with what the page says: text behind a number, in a blank of a sentence, clauses of its own.
@Suite struct SignatureReadingTests {
    private static let list = "11 0 R 13 0 R 16 0 R 17 0 R 18 0 R"
    private static let value = "<</Type/Sig/SubFilter/adbe.pkcs7.detached/Contents<00>/ByteRange[0 1 2 3]>>"
    /// A new field's look as it is seen, on a page with some text at 100, 700; or that of the field that waits there.
    private func changes(
        _ text: String,
        _ look: String,
        at place: String,
        isExpected: Bool = false
    ) throws -> PDFChanges {
        let corners = try SignedTestPDF.object(place).array?.compactMap { $0.number } ?? []
        let box = "/BBox[0 0 \(corners[2] - corners[0]) \(corners[3] - corners[1])]/Resources<</Font<</Helv 8 0 R>>>>"
        var pdf = SignedTestPDF { pdf in
            pdf.add(17, "<</Type/Annot/Subtype/Widget/P 3 0 R/F 4/FT/Sig/T(second)/Rect\(isExpected ? place : "[0 0 0 0]")>>")
            pdf.add(42, dictionary: "/Type/XObject/Subtype/Form\(box)", stream: Array(look.utf8))
        }
        try pdf.update([21: "[\(Self.list)]"], streams: [5: ("", "BT /F1 12 Tf 100 700 Td \(text) ET")])
        try pdf.sign(16)
        if isExpected {
            try pdf.sign(17, appearance: 42)
        } else {
            try pdf.update([
                10: pdf.text(10, with: "/Fields[11 0 R 13 0 R 16 0 R 17 0 R 80 0 R]/SigFlags 3"), 21: "[\(Self.list) 80 0 R]",
                80: "<</Type/Annot/Subtype/Widget/P 3 0 R/F 4/FT/Sig/T(new)/Rect\(place)/AP<</N 42 0 R>>/V 81 0 R>>", 81: Self.value,
            ])
        }
        return try pdf.changes()
    }

    private static func letters(_ text: String, at left: Double = 2) -> String { "BT /Helv 12 Tf \(left) 5 Td (\(text)) Tj ET" }

    static let tricks: [(text: String, look: String, place: String)] = [
        ("(Deposit:) Tj 90 0 Td (500 euros) Tj", letters("9", at: 4), "[174 695 190 712]"),
        ("(The buyer may) Tj 105 0 Td (return the van.) Tj", letters("not"), "[178 695 204 712]"),
        ("(Interest: 5) Tj", letters("0 %", at: 1), "[157 695 180 712]"),
        ("(Penalty for delay: ______________ euros a day) Tj", letters("9 000", at: 8), "[200 695 270 712]"),
        ("(Penalty for delay: ______________) Tj", letters("9 000", at: 8), "[200 695 270 712]"),
        ("(Price:) Tj ET 140 699 m 250 699 l S BT", letters("9 000", at: 8), "[145 695 240 712]"),
        ("(Buyer: ______________ may return the van) Tj", letters("never", at: 8), "[142 695 210 712]"),
    ]

    @Test(arguments: tricks) func lettersThatAreReadWithTheTextAreSuspected(trick: (text: String, look: String, place: String)) throws {
        let changes = try changes(trick.text, trick.look, at: trick.place)
        #expect(changes.verdict == .suspicious, "\(trick.text): \(changes.items)")
        // Those who signed before knew that something would stand in the field.
        let expected = try self.changes(trick.text, trick.look, at: trick.place, isExpected: true)
        #expect(expected.verdict == .allowed && expected.isRemarkable, "\(trick.text): \(expected.items)")
    }

    @Test(arguments: [
        ("(paid on delivery.) Tj", letters("plus 500 a year", at: 4), "[210 695 330 712]"),
        ("(Deposit:) Tj 90 0 Td (500 euros) Tj", "0 G 1 w 10 4 m 10 13 l 7 10 l S", "[174 695 190 712]"),
        ("(a) Tj", letters("Clause 3: the warranty is void."), "[100 600 330 620]"),
        ("(a) Tj", "BT /Helv 40 Tf 2 5 Td (Yes) Tj ET", "[100 600 330 650]"),
        (
            "(a) Tj", "BT /Helv 4 Tf " + (0..<12).map { "1 0 0 1 2 \(5 + 5 * $0) Tm (CN=ANNA O=BIG C=FR CN=ANNA) Tj " }.joined() + "ET",
            "[100 560 330 630]"
        ),
    ]) func whatCouldBeReadAsTextIsToldOf(text: String, look: String, place: String) throws {
        let changes = try changes(text, look, at: place)
        #expect(changes.verdict == .allowed && changes.isRemarkable, "\(text): \(changes.items)")
        #expect(changes.items.contains { $0.isRemarkable && $0.page == 1 && $0.rectangle != nil })
    }

    private static let clause = "(The buyer agrees to pay the price on delivery.) Tj"
    private static func small(_ text: String, _ size: Int = 6) -> String { "BT /Helv \(size) Tf 1 1 Td (\(text)) Tj ET" }
    private static let strokes = "0 G .5 w 1 1 m 1 4 l 1 3 m 2 4 l 3 4 l 3 1 l S 5 1 3 3 re S 10 5.5 m 10 1 l 9 4 m 11 4 l S"

    /// Over a line, in its margin and under it, however few letters: as people correct a text by hand.
    @Test(arguments: [
        (small("not"), "[150 711 170 721]"), (small("do not"), "[145 711 170 721]"), (small("60"), "[150 711 170 721]"),
        (strokes, "[150 711 170 721]"), (small("NOT", 10), "[50 697 80 712]"), (small("void", 10), "[60 697 90 712]"),
        (small("refuse"), "[100 688 130 696]"),
        (small("not") + " 0 0 .6 RG 1 w 10 20 m 60 50 l 80 20 l 120 40 l S", "[150 711 300 771]"),
    ]) func aWordBesideASentenceIsToldOf(look: String, place: String) throws {
        let changes = try changes(Self.clause, look, at: place)
        #expect(changes.verdict == .allowed && changes.isRemarkable, "\(look): \(changes.items)")
        // Those who signed before knew that something would stand in the field.
        let expected = try self.changes(Self.clause, look, at: place, isExpected: true)
        #expect(expected.verdict == .allowed && !expected.isRemarkable, "\(look): \(expected.items)")
    }

    /// The last line of a paragraph is as short as it happens to be, and a margin wide.
    @Test(arguments: [
        (small("never"), "[110 677 130 684]"), (small("NO", 10), "[60 683 80 698]"),
        (small("NOT", 10), "[30 697 60 712]"),
    ]) func aWordBesideTheEndOfASentenceIsToldOf(look: String, place: String) throws {
        let text = "(The buyer agrees to pay the whole of the price) Tj 0 -14 Td (on delivery.) Tj"
        let changes = try changes(text, look, at: place)
        #expect(changes.verdict == .allowed && changes.isRemarkable, "\(look): \(changes.items)")
    }

    @Test(arguments: [
        ("(The buyer agrees to pay the whole of the price.) Tj 0 -14 Td (Anna Petrova) Tj", small("A. P."), "[110 674 130 684]"),
        ("(The buyer agrees to pay the whole of the price.) Tj 0 -40 Td (Leeds) Tj", small("A. P."), "[110 648 130 658]"),
        (clause, small("AV", 9), "[500 60 520 72]"), (clause, small("AV", 9), "[20 697 40 712]"),
        (clause, small("AV", 9), "[150 670 170 682]"),
        (clause, "0 0 .6 RG 1 w 10 5 m 100 45 l 60 3 l 140 40 l S", "[100 712 260 762]"),
        ("\(clause) ET 100 686 m 250 686 l S BT", "BT /Helv 8 Tf 4 4 Td (Anna Petrova) Tj ET", "[100 683 250 697]"),
        ("(________________) Tj 0 -14 Td (the borrower or the agent of it) Tj", small("Anna", 8), "[102 698 180 716]"),
        ("(Anna Petrova) Tj", small("A. P.", 8), "[102 711 180 730]"),
    ]) func aNameApartFromSentencesIsJustASignature(text: String, look: String, place: String) throws {
        let changes = try changes(text, look, at: place)
        #expect(changes.verdict == .allowed && !changes.isRemarkable, "\(look): \(changes.items)")
    }

    private static let usual =
        "BT /Helv 8 Tf 12 26 Td (Signed by Anna Petrova) Tj 0 -10 Td (Date: 2026.11.25 15:00:10) Tj 0 -10 Td (Reason: I am the author) Tj ET"

    @Test(arguments: [
        ("(Seller: ________________  Buyer: ________________) Tj", "[138 690 250 726]"),
        ("(Seller:) Tj ET 140 699 m 300 699 l S BT", "[138 690 260 726]"),
        ("(Signature: ________________) Tj", "[162 690 260 726]"), ("(________________ \\(signature\\)) Tj", "[100 690 196 726]"),
        ("(Director ________________) Tj", "[152 690 250 726]"), ("(The price is 500 euros) Tj", "[300 600 420 636]"),
        ("(Tenant) Tj", "[100 650 220 686]"),
    ]) func aUsualLookOnALineIsJustASignature(text: String, place: String) throws {
        let changes = try changes(text, Self.usual, at: place)
        #expect(changes.verdict == .allowed && !changes.isRemarkable, "\(text): \(changes.items)")
    }

    /// Where a line has a name behind it, or a sentence goes on behind the signature, it is looked at.
    @Test(arguments: ["(Signed by ________________ on the day of it) Tj", "(________________ Smith, John, director) Tj"])
    func aLineInASentenceThatIsSignedIsToldOf(text: String) throws {
        let look = "BT /Helv 8 Tf 4 8 Td (Signed by Anna) Tj ET"
        let changes = try changes(text, look, at: text.contains("Signed") ? "[158 690 250 726]" : "[100 690 190 726]")
        #expect(changes.verdict == .allowed && changes.isRemarkable, "\(text): \(changes.items)")
    }

    /// Ink as people draw it: a pen of two and a half points that crosses itself, and hides a letter here and there, over words of 12 points.
    @Test func aPenOverWordsIsToldOf() throws {
        let loops = (0..<9).map { "\(10 + 12 * $0) 40 \(24 + 12 * $0) -8 \(14 + 11 * $0) 14 c " }.joined()
        let ink = "0 0 .6 RG 2.5 w 2 14 m \(loops) S 2 10 m 118 12 l S 6 6 m 110 18 l S"
        let changes = try changes("(The tenant pays 100 euros a month) Tj", ink, at: "[100 690 220 724]")
        #expect(changes.verdict == .allowed && changes.isRemarkable, "\(changes.items)")
    }

    /// Hatching over a number of two digits hides it as a box does.
    @Test(arguments: [
        "0 G .8 w " + (0..<20).map { "0 \(3 + Double($0) * 0.6) m 16 \(3 + Double($0) * 0.6) l S " }.joined(), "0 g 1 4 13 10 re f",
    ]) func aShortNumberMayNotBeHidden(look: String) throws {
        let changes = try changes("(It costs 18 in all) Tj", look, at: "[140 695 156 713]")
        #expect(changes.verdict == .suspicious, "\(changes.items)")
    }
}
