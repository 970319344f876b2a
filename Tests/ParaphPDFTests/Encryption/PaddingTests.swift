import ParaphPDFCrypto
import Testing

@testable import ParaphPDF

/// Programs do not agree what AES gives that is not padded as ISO 32000-2 has it (7.6.3.1): so it stands neither in what is signed nor behind it.
@Suite struct PaddingTests {
    private static let text = Array("0 0 9 9 re f 1 g".utf8)
    /// What is encrypted, with its padding, and what stands behind it in clear.
    static let sound: [[UInt8]] = [text + [UInt8](repeating: 16, count: 16), text.dropLast() + [1], text.dropLast(3) + [3, 3, 3]]
    static let odd: [[UInt8]] = [
        text, text.dropLast() + [0], text.dropLast() + [17], text.dropLast() + [10], text.dropLast(3) + [3, 2, 3], [],
        text + [UInt8](repeating: 16, count: 15) + [15],
    ]

    private func open(_ bytes: [UInt8]) throws -> PDFFile { try PDFFile(PDFBytes(bytes), password: Array("user".utf8), ciphers: .crypto) }

    /// Writes the page's content anew, or what the file says of itself, encrypted as it is given.
    private func states(_ plain: [UInt8], tail: [UInt8] = [], isString: Bool) throws -> (old: PDFFile, new: PDFFile) {
        var bytes = try EncryptionTests.fixture("aes-256").array
        let old = try open(bytes)
        let vector = [UInt8](repeating: 7, count: 16)
        let key = try #require(old.encryption?.key)
        let encrypted = try vector + (plain.isEmpty ? [] : #require(PDFCiphers.crypto.encryptAES(plain, key, vector))) + tail
        let place = bytes.count
        let object: PDFReference
        if isString {
            object = try #require(old.trailer["Info"]?.reference)
            var writer = ObjectWriter()
            try writer.write(.dictionary(PDFDictionary([.init(PDFName("Title"), .string(PDFString(encrypted, isHexadecimal: true)))])))
            bytes += "\(object.number) 0 obj\n".utf8 + writer.bytes + "\nendobj\n".utf8
        } else {
            object = try #require(try old.page(at: 0)?["Contents"]?.reference)
            bytes += "\(object.number) 0 obj\n<</Length \(encrypted.count)>>\nstream\n".utf8 + encrypted + "\nendstream\nendobj\n".utf8
        }
        let section = bytes.count
        var trailer = old.trailer
        trailer["Prev"] = .integer(old.sections[0].offset)
        var writer = ObjectWriter()
        try writer.write(.dictionary(trailer))
        bytes += "xref\n\(object.number) 1\n\(TestPDF.padded(place)) 00000 n \ntrailer\n".utf8 + writer.bytes
        bytes += "\nstartxref\n\(section)\n%%EOF\n".utf8
        return (old, try open(bytes))
    }

    private func isTold(_ plain: [UInt8], tail: [UInt8] = [], isString: Bool) throws -> Bool {
        let (old, new) = try states(plain, tail: tail, isString: isString)
        var reading = UpdateReading(old, new)
        try reading.run()
        return reading.finding != nil
    }

    @Test(arguments: sound, [false, true]) func whatIsPaddedIsSignedAndMayFollow(plain: [UInt8], isString: Bool) throws {
        #expect(throws: Never.self) { try PDFUpdate(states(plain, isString: isString).new) }
        #expect(try !isTold(plain, isString: isString))
    }

    @Test(arguments: odd, [false, true]) func whatIsNotIsRefusedAndTold(plain: [UInt8], isString: Bool) throws {
        #expect(throws: PDFError(.ambiguous, "")) { try PDFUpdate(states(plain, isString: isString).new) }
        #expect(try isTold(plain, isString: isString))
    }

    @Test(arguments: [false, true]) func soAreBlocksThatAreNotWhole(isString: Bool) throws {
        #expect(throws: PDFError(.ambiguous, "")) { try PDFUpdate(states(Self.sound[0], tail: [1, 2, 3], isString: isString).new) }
        #expect(try isTold(Self.sound[0], tail: [1, 2, 3], isString: isString))
    }
}
