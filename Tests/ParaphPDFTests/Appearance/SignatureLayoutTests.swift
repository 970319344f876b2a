import Testing

@testable import ParaphPDF

@Suite struct SignatureLayoutTests {
    @Test(arguments: [(200.0, 60.0), (60, 200), (100, 100), (400, 30), (30, 400), (1000, 1000), (3, 3)])
    func partsLieApartWithinTheBox(width: Double, height: Double) throws {
        let box = PDFRectangle(0, 0, width, height)
        for ink in [nil, 0.3, 2.5] as [Double?] {
            for photo in [nil, 0.75] as [Double?] {
                for lines in [0, 1, 3] {
                    let layout = SignatureLayout(box: box, ink: ink, photo: photo, lines: lines, widest: 9)
                    let parts = [layout.ink, layout.photo, layout.text].compactMap(\.self)
                    #expect(parts.count == (ink == nil ? 0 : 1) + (photo == nil ? 0 : 1) + (lines == 0 ? 0 : 1))
                    for (index, part) in parts.enumerated() {
                        #expect(part.left > -0.01 && part.bottom > -0.01 && part.right < width + 0.01 && part.top < height + 0.01)
                        #expect(part.width > 0)
                        for other in parts[..<index] {
                            let overlaps =
                                part.left < other.right - 0.01 && other.left < part.right - 0.01
                                && part.bottom < other.top - 0.01 && other.bottom < part.top - 0.01
                            #expect(!overlaps)
                        }
                    }
                    if let drawn = layout.ink, let ink { #expect(abs(drawn.width / drawn.height - ink) < 0.001) }
                }
            }
        }
    }

    @Test func linesCanBeReadWhereThereIsRoom() {
        for (width, height) in [(180.0, 60.0), (90, 120), (250, 40)] {
            let box = PDFRectangle(0, 0, width, height)
            let layout = SignatureLayout(box: box, ink: 2.5, photo: 0.75, lines: 3, widest: 8)
            #expect(layout.textSize >= 6)
            #expect((layout.ink?.width ?? 0) >= width / 5)
        }
    }
}
