/// What /DA says of a field's text: its font, size and colour (ISO 32000-2, 12.7.4.3).
struct DefaultAppearance {
    /// What the form's resources call the font.
    var font: PDFName?
    /// 0 for a size that fits.
    var size = 0.0
    /// The operator that sets the colour, with its numbers; black, if empty.
    var colour: [UInt8] = []

    private static let longest = 4096
    private static let largest = 1000.0

    /// Nothing said.
    init() {}

    /// Reads the operators, of which the last of each kind counts.
    init(_ bytes: [UInt8]) {
        var lexer = Lexer(PDFBytes(Array(bytes.prefix(Self.longest))))
        var numbers: [Double] = []
        var name: PDFName?
        while true {
            switch lexer.next() {
            case .end: return
            case .integer(let value): numbers.append(Double(value))
            case .real(let value): numbers.append(value)
            case .name(let value): name = value
            case .keyword(let range):
                if lexer.keyword(range, is: "Tf") {
                    if let name { font = name }
                    let given = numbers.last ?? 0
                    size = given.magnitude <= Self.largest ? given.magnitude : 0
                } else if lexer.keyword(range, is: "g"), numbers.count >= 1 {
                    setColour(numbers.suffix(1), "g")
                } else if lexer.keyword(range, is: "rg"), numbers.count >= 3 {
                    setColour(numbers.suffix(3), "rg")
                } else if lexer.keyword(range, is: "k"), numbers.count >= 4 {
                    setColour(numbers.suffix(4), "k")
                }
                numbers = []
            default: break
            }
        }
    }

    /// Whether a string sets nothing but a font and a colour, each once, and reads the same in every program.
    static func isPlain(_ bytes: [UInt8]) -> Bool {
        guard bytes.count <= longest else { return false }
        var parser = StrictParser(PDFBytes(bytes), at: 0, limits: PDFLimits(), budget: PDFBudget())
        var (fonts, colours) = (0, 0)
        do throws(PDFError) {
            while let (code, _, operands) = try parser.nextOperator() {
                switch code {
                case 0x5466:  // Tf
                    guard let size = operands.last?.number, size >= 0, size <= largest else { return false }
                    fonts += 1
                case 0x67, 0x7267, 0x6B: colours += 1  // g rg k
                default: return false
                }
            }
        } catch {
            return false
        }
        return fonts <= 1 && colours <= 1
    }

    /// The colour as it is seen; nil where none is set.
    var shownColour: ContentColour? {
        var lexer = Lexer(PDFBytes(colour))
        var numbers: [Double] = []
        while true {
            switch lexer.next() {
            case .integer(let value): numbers.append(Double(value))
            case .real(let value): numbers.append(value)
            default: return ContentColour(numbers)
            }
        }
    }

    private mutating func setColour(_ parts: ArraySlice<Double>, _ operation: StaticString) {
        var content = PDFContent()
        content.put(parts.map { min(max($0, 0), 1) }, operation)
        colour = content.bytes
    }
}
