import Testing

@testable import ParaphPDF

/// What a file computes need be on no page and be no number: nobody's file ends the program that looks for a place in it.
@Suite struct CraftedPlacesTests {
    private static let usual = PDFPlacement(page: 0, rectangle: PDFRectangle(212, 391, 382, 451))

    private static func number(_ zeros: Int) -> String { "1" + String(repeating: "0", count: zeros) }

    private static func answers(_ content: String) throws -> (isProposed: Bool, isFree: Bool) {
        let places = try Sheet.places(Sheet(content).bytes)
        return (try places.proposal(width: 170, height: 60) != nil, try places.free(near: usual, isAnywhere: true) != nil)
    }

    @Test func underscoresThatLieNowhereCoverNothing() throws {
        let huge = Self.number(308)
        let content = "BT /F1 12 Tf \(huge) \(huge) -\(huge) \(huge) 0 0 Tm (________________) Tj ET\n"
        let answers = try Self.answers(Sheet.text("Tenant", at: 60, 700) + content)
        #expect(answers.isProposed && answers.isFree)
    }

    @Test func linesFarFromThePageAreNoneToSignOn() throws {
        let far = Self.number(300)
        let at = "1 0 0 1 60 \(far) Tm"
        let line = "BT /F1 12 Tf \(at) (____________) Tj ET\n"
        let answers = try Self.answers("BT /F1 12 Tf \(at) (signature) Tj ET\n" + line + line)
        #expect(answers.isProposed && answers.isFree)
    }

    @Test func noSizeAndNoPlaceThatIsAskedForTraps() throws {
        let places = try Sheet.places(Sheet(Sheet.text("Tenant: ____________________", at: 60, 200)).bytes)
        for size in [1e300, .infinity, .nan, -1, 0] {
            _ = try places.proposal(width: size, height: size)
            for page in [-1, 0, 9] {
                _ = try places.free(near: PDFPlacement(page: page, rectangle: PDFRectangle(0, 0, size, size)), isAnywhere: true)
            }
        }
    }

    @Test(arguments: [12, 60, 300]) func whatReachesFarBeyondThePageIsJudgedInTime(_ zeros: Int) throws {
        let far = Self.number(zeros)
        let content =
            "BT /F1 12 Tf \(far) 0 0 \(far) -\(far) -\(far) Tm (signature) Tj ET\n0 0 -\(far) \(far) re f\n0 0 m \(far) \(far) l S\n"
        let places = try Sheet.places(Sheet(content).bytes)
        let ink = PDFSignatureAppearance.Ink(content: Array("0 0 .6 RG 6 w 5 5 m 395 145 l S".utf8), bounds: PDFRectangle(0, 0, 400, 150))
        let background = try places.judge(PDFSignatureAppearance(ink: ink), at: Self.usual)
        #expect(background != .signature)
    }
}
