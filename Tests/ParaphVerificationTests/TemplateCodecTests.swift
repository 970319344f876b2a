import ParaphInk
import ParaphVerification
import Testing

@Suite struct TemplateCodecTests {
    private func template(_ tool: Sample.Tool, bare: Bool = false) throws -> Template {
        let person = SyntheticSigner(seed: 5, tool: tool)
        return try #require(Verifier().enrol((0..<10).map { bare ? person.genuine($0).bare : person.genuine($0) }).template)
    }

    @Test(arguments: [Sample.Tool.finger, .pen, .mouse])
    func whatIsReadBackIsTheSame(_ tool: Sample.Tool) throws {
        let template = try template(tool)
        let bytes = template.encoded()
        let again = try Template(decoding: bytes)
        #expect(again == template && again.hashValue == template.hashValue)
        #expect(again.encoded() == bytes)
        #expect(again.tool == tool && again.referenceCount == 10)
        let sample = SyntheticSigner(seed: 5, tool: tool).genuine(15)
        let verifier = Verifier()
        #expect(verifier.verify(sample, against: again) == verifier.verify(sample, against: template))
    }

    @Test func templatesWithoutTimeAreReadBackToo() throws {
        let template = try template(.finger, bare: true)
        #expect(try Template(decoding: template.encoded()) == template)
    }

    @Test func damagedTemplatesAreRefusedOrGiveNumbers() throws {
        let bytes = try template(.pen).encoded()
        for count in stride(from: 0, to: bytes.count, by: 37) {
            #expect(throws: VerificationError.self) { try Template(decoding: Array(bytes.prefix(count))) }
        }
        #expect(throws: VerificationError.self) { try Template(decoding: bytes + [0]) }
        var generator = SplitMix64(seed: 2)
        let sample = SyntheticSigner(seed: 5, tool: .pen).genuine(15)
        for round in 0..<60 {
            var damaged = bytes
            // Mostly the head, where the numbers have meaning.
            damaged[Int.random(in: 0..<(round < 40 ? 60 : bytes.count), using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            guard let template = try? Template(decoding: damaged) else { continue }
            #expect((0...1).contains(Verifier().verify(sample, against: template).similarity))
        }
    }

    /// Version 1 had two numbers less, which followed from the references.
    @Test(arguments: [Sample.Tool.finger, .pen])
    func templatesOfTheFirstVersionAreMeasuredAnew(_ tool: Sample.Tool) throws {
        let template = try template(tool)
        let bytes = template.encoded()
        let first = [1] + bytes[1..<13] + bytes[17..<21] + bytes[25...]
        #expect(try Template(decoding: first) == template)
    }

    @Test func aLaterVersionIsNamed() throws {
        var bytes = try template(.finger).encoded()
        bytes[0] = 200
        #expect {
            try Template(decoding: bytes)
        } throws: { error in
            (error as? VerificationError)?.code == .unknownVersion
        }
    }
}
