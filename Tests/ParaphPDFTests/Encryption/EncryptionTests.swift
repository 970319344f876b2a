import Foundation
import ParaphPDFCrypto
import Testing

@testable import ParaphPDF

/// The fixtures are `Fixtures/plain.pdf` as qpdf encrypts it with the user's password "user" and the owner's "owner"; see its README.
@Suite struct EncryptionTests {
    static let kinds = ["rc4-40", "rc4-128", "rc4-128-v4", "aes-128", "aes-128-clear-metadata", "aes-256-r5", "aes-256"]

    static func fixture(_ name: String) throws -> PDFBytes {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Fixtures")
        return PDFBytes([UInt8](try Data(contentsOf: folder.appendingPathComponent(name + ".pdf"))))
    }

    private func open(_ kind: String, _ password: String) throws -> PDFFile {
        try PDFFile(Self.fixture(kind), password: Array(password.utf8), ciphers: .crypto)
    }

    private func content(_ file: PDFFile) throws -> (title: String, text: String) {
        let title = try file.resolve(file.resolve(file.trailer["Info"]).dictionary?["Title"]).string?.bytes ?? []
        let page = try #require(try file.page(at: 0))
        let stream = try #require(try file.resolve(page["Contents"]).stream)
        return (String(decoding: title, as: UTF8.self), String(decoding: try file.decoded(stream).bytes.array, as: UTF8.self))
    }

    @Test(arguments: kinds, ["user", "owner"])
    func eitherPasswordOpens(kind: String, password: String) throws {
        let file = try open(kind, password)
        #expect(!file.isLocked)
        #expect(!file.isRepaired)
        let (title, text) = try content(file)
        #expect(title == "A secret title")
        #expect(text.contains("(A secret text) Tj"))
    }

    @Test(arguments: kinds, ["", "User", "owner "])
    func otherPasswordsDoNot(kind: String, password: String) throws {
        let file = try open(kind, password)
        #expect(file.isLocked)
        #expect(file.encryption?.isOpen == false)
        guard let page = try? file.page(at: 0), let stream = try? file.resolve(page["Contents"]).stream else { return }
        #expect(throws: PDFError(.password, "")) { try file.decoded(stream) }
    }

    @Test(arguments: kinds)
    func withoutCiphersFilesStayLocked(kind: String) throws {
        #expect(try PDFFile(Self.fixture(kind), password: Array("user".utf8)).isLocked)
    }

    @Test func whatEncryptsIsSaid() throws {
        let methods = try Self.kinds.map { try open($0, "user").encryption?.streams }
        #expect(methods == [.rc4, .rc4, .rc4, .aes128, .aes128, .aes256, .aes256])
        #expect(try Self.kinds.map { try open($0, "user").encryption?.keyBits } == [40, 128, 128, 128, 128, 256, 256])
        #expect(try open("aes-128-clear-metadata", "user").encryption?.encryptsMetadata == false)
    }

    @Test func theContentsOfASignatureArePlain() throws {
        let file = try open("aes-256", "user")
        let signature = PDFDictionary([
            PDFDictionary.Entry(PDFName("Type"), .name("Sig")), PDFDictionary.Entry(PDFName("Contents"), .string(PDFString([1, 2, 3]))),
            PDFDictionary.Entry(PDFName("Reason"), .string(PDFString([UInt8](repeating: 7, count: 32)))),
        ])
        let read = file.decryptingStrings(.dictionary(signature), of: PDFReference(20)).dictionary
        #expect(read?["Contents"]?.string?.bytes == [1, 2, 3])
        #expect(read?["Reason"]?.string?.bytes != signature["Reason"]?.string?.bytes)
    }

    @Test(arguments: kinds)
    func whatIsEncryptedIsDecrypted(kind: String) throws {
        let encryption = try #require(try open(kind, "user").encryption)
        for count in [0, 1, 15, 16, 17, 1000] {
            let data = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
            let reference = PDFReference(12345, generation: 3)
            let encrypted = try #require(encryption.encrypt(data, of: reference, by: encryption.streams))
            #expect(encryption.decrypt(encrypted, of: reference, by: encryption.streams) == data)
        }
    }

    @Test func aFileBrokenAndEncryptedIsRepaired() throws {
        for kind in Self.kinds {
            let whole = try Self.fixture(kind)
            let cut = try #require(whole.last("startxref"))
            let file = try PDFFile(whole.part(0..<cut), password: Array("user".utf8), ciphers: .crypto)
            #expect(file.isRepaired)
            #expect(try content(file).title == "A secret title")
        }
    }

    @Test(arguments: [
        "/Filter/Standard/V 3/R 3", "/Filter/Standard/V 2/R 9", "/Filter/Adobe.PubSec/V 2", "/Filter/Standard/V 2/R 3/Length 1000000",
        "/Filter/Standard/V 2/R 3/Length -8", "/Filter/Standard/V 2/R 3/Length 41",
    ])
    func unknownEncryptionIsRefused(entries: String) throws {
        var pdf = TestPDF()
        pdf.finish(trailer: "/Encrypt<<\(entries)>>")
        #expect(throws: PDFError.self) { try PDFFile(PDFBytes(pdf.bytes), ciphers: .crypto) }
    }

    @Test(arguments: [
        "/V 1/R 2", "/V 2/R 3/O()/U()", "/V 5/R 6/O(short)/U(short)/OE()/UE()", "/V 4/R 4/CF 7/StmF/X", "/V 1/R 2/O 5/U 6/P/X",
    ])
    func brokenEncryptionStaysLocked(entries: String) throws {
        var pdf = TestPDF()
        pdf.finish(trailer: "/Encrypt<</Filter/Standard\(entries)>>/ID 7")
        #expect(try PDFFile(PDFBytes(pdf.bytes), ciphers: .crypto).isLocked)
    }
}
