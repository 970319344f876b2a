import ParaphInk
import ParaphInkFormats
import Testing

@Suite struct InkFormatTests {
    @Test(arguments: InkFormat.allCases)
    func whatWasWrittenIsDetectedAndRead(format: InkFormat) throws {
        let bytes = try format.encode(.example)
        #expect(InkFormat.detect(bytes) == format)
        let sample = try InkFormat.decode(bytes)
        #expect(sample.pointCount == Sample.example.pointCount)
        #expect(error { () throws(FormatError) in try format.decode([]) } != nil)
        #expect(error { () throws(FormatError) in try format.encode(Sample()) }?.code == .empty)
    }

    @Test(arguments: [
        ("[{\"signature_contents\":[]}]", InkFormat.signToLogin), ("[[1,2,3],[4,5,6]]", .signPass), ("(1, 2, 3)\n", .signPass),
        ("1;2;3\n4;5;6", .signPass),
        ("2\n1 2 3 0\n1 2 3 1", .svc2004), ("\n\n  {}", .signToLogin), ("hello world", nil), ("", nil), ("1\n2\n", nil),
    ])
    func foreignFilesAreToldApart(text: String, format: InkFormat?) {
        #expect(InkFormat.detect(Array(text.utf8)) == format)
    }

    @Test func namesTellTheFormat() {
        for format in InkFormat.allCases {
            for ending in format.fileExtensions { #expect(InkFormat(fileName: "/tmp/a.b/U1.\(ending.uppercased())") == format) }
        }
        for name in ["", "ink", "a.b/ink", "a.ink/b", "signature.", "signature.docx"] { #expect(InkFormat(fileName: name) == nil) }
        #expect(Set(InkFormat.allCases.flatMap(\.fileExtensions)).count == InkFormat.allCases.flatMap(\.fileExtensions).count)
    }

    @Test func whatIsNotKnownIsRefused() {
        let unknown = error { () throws(FormatError) in try InkFormat.decode([0xFF, 0x00, 0x80]) }
        #expect(unknown?.code == .malformed)
        #expect(unknown?.message.contains("svc2004") == true)
    }

    @Test func errorsOfTheBinaryFormSayWhere() throws {
        let bytes = try InkFormat.paraph.encode(.example)
        #expect(error { () throws(FormatError) in try InkFormat.paraph.decode(bytes.dropLast()) }?.code == .truncated)
        for damaged in Damage.mutations(of: bytes, count: 3000, seed: 6) { Damage.expectHarmless(damaged, in: .paraph) }
    }

    @Test func messagesHoldNothingOfTheSignature() {
        let secret = "7654.321"
        for text in [
            "\(secret),\(secret),x", "\(secret) \(secret)", "{\"signature_contents\":[{\"x\":\(secret)}]}", "{\"\(secret)\":\(secret)",
        ] {
            for format in InkFormat.allCases {
                #expect(error { () throws(FormatError) in try format.decode(Array(text.utf8)) }?.description.contains(secret) == false)
            }
        }
    }
}
