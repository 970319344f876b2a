import Foundation
import ParaphPAdES
import ParaphPDF
import ParaphWire
import TestSupport
import Testing

@testable import Documents
@testable import DocumentsTestSupport
@testable import FilesTestSupport

/// Files that can be signed in some way only, or not at all; and requests that ask for what cannot be.
struct FileSigningFilesTests {
    /// A signature field that is empty, with further entries.
    private static func form(_ name: String, _ more: String = "") -> [UInt8] {
        FilesFixture.pdf(
            catalog: "/AcroForm<</Fields[10 0 R]>>",
            page: "/Annots[10 0 R]",
            more: ["<</Type/Annot/Subtype/Widget/FT/Sig/T(\(name))/Rect[50 600 200 660]/P 3 0 R/F 4\(more)>>"]
        )
    }

    /// Why a file is not prepared; `nil` where it is.
    private static func refusal(of file: [UInt8], _ fixture: FileSigningFixture, _ edit: (inout FileSigning) -> Void = { _ in })
        async throws
        -> Problem?
    {
        let id = try await fixture.keep(file)
        let seen = FileSigningFixture.hash(file)
        return await problem { try await fixture.prepare("s1", on: id, seen: seen, by: "anna", edit) }
    }

    @Test func whatCannotBeSignedSaysWhy() async throws {
        try await FileSigningFixture.run { fixture in
            let permits = "/Perms<</DocMDP 11 0 R>>/AcroForm<</Fields[10 0 R]>>"
            let certified = FilesFixture.pdf(
                catalog: permits,
                more: [
                    "<</FT/Sig/T(Author)/V 11 0 R>>",
                    "<</Type/Sig/ByteRange[0 1 2 3]/Contents<00>/Reference[<</TransformMethod/DocMDP/TransformParams<</P 1>>>>]>>",
                ]
            )
            let xfa = FilesFixture.pdf(catalog: "/AcroForm<</Fields[]/XFA(form)>>")
            var stump = FilesFixture.pdf()
            stump.removeAll { $0 == UInt8(ascii: "<") }
            let files: [(String, [UInt8])] = [
                ("signatureForbidden", certified), ("xfa", xfa), ("noPages", FilesFixture.pdf(pages: 0)), ("unsignable", stump),
                ("notPDF", Array("a letter".utf8)),
            ]
            for (code, file) in files {
                let refusal = try await Self.refusal(of: file, fixture)
                #expect(refusal?.code == code && refusal?.status == (code == "notPDF" ? 422 : 409), "\(code): \(refusal?.code ?? "none")")
            }
            #expect(try await fixture.registry.count("fileDraft") == 0)
        }
    }

    @Test func aDamagedFileThatCanBeMendedIsSigned() async throws {
        try await FileSigningFixture.run { fixture in
            let whole = FilesFixture.pdf()
            let file = Array(whole[..<(whole.count - 60)])
            let id = try await fixture.keep(file)
            try await fixture.sign("s1", on: id, seen: FileSigningFixture.hash(file), by: "anna")
            #expect(try await fixture.judge(id).verdict == .valid)
        }
    }

    @Test(arguments: ["rc4-128.pdf", "aes-128.pdf", "aes-256.pdf"])
    func anEncryptedFileIsSignedWithItsPassword(_ name: String) async throws {
        try await FileSigningFixture.run { fixture in
            let file = try FilesFixture.file(at: "ParaphPDFTests/Encryption/Fixtures/\(name)")
            for (password, code) in [(nil, "missing"), ("other", "wrong")] {
                let refusal = try await Self.refusal(of: file, fixture) { $0.password = password }
                #expect(refusal?.code == "locked" && refusal?.fields?.map(\.code.rawValue) == [code])
            }
            let id = try await fixture.keep(file)
            let seen = FileSigningFixture.hash(file)
            try await fixture.sign("s1", on: id, seen: seen, by: "anna") {
                ($0.password, $0.box) = ("user", [10, 10, 60, 40])
            }
            let report = try await fixture.judge(id, password: "user")
            #expect(report.verdict == .valid && report.signatures.count == 1)
        }
    }

    @Test func aFileWhoseTablesTakeTooMuchRoomIsRefused() async throws {
        try await FileSigningFixture.run { fixture in
            var file = FilesFixture.pdf()
            // Each one is short, and has room for every object number there may be.
            var previous = String(decoding: file, as: UTF8.self).components(separatedBy: "startxref\n")[1].components(separatedBy: "\n")[0]
            for number in 20..<90 {
                let start = file.count
                let entries = "/W[0 1 0]/Size 1/Index[8388000 1]/Root 1 0 R/Length 1/Prev \(previous)"
                file += Array("\(number) 0 obj\n<</Type/XRef\(entries)>>\nstream\n\u{1}\nendstream\nendobj\n".utf8)
                previous = "\(start)"
            }
            file += Array("startxref\n\(previous)\n%%EOF\n".utf8)
            let refusal = try await Self.refusal(of: file, fixture) { _ in }
            #expect(refusal?.code == "tooComplex")
        }
    }

    @Test func aFieldIsSignedOnce() async throws {
        try await FileSigningFixture.run { fixture in
            let file = Self.form("Tenant", "/Lock<</Type/SigFieldLock/Action/All>>")
            let seen = FileSigningFixture.hash(file)
            let id = try await fixture.keep(file)
            func inField(_ wanted: inout FileSigning) { (wanted.field, wanted.page, wanted.box) = ("Tenant", nil, nil) }
            let first = try await fixture.prepare("s1", on: id, seen: seen, by: "anna", inField)
            let second = try await fixture.prepare("s2", on: id, seen: seen, by: "boris", inField)
            _ = try await fixture.complete(first, "s1", on: id, by: "anna")
            #expect(await problem { try await fixture.complete(second, "s2", on: id, by: "boris") }?.code == "signedMeanwhile")
            #expect(await problem { try await fixture.prepare("s2", on: id, seen: seen, by: "boris", inField) }?.code == "fieldSigned")
            // The field's lock is in the signature: no other field may be made or signed.
            #expect(String(decoding: try await fixture.bytes(of: id), as: UTF8.self).contains("/FieldMDP"))
            #expect(await problem { try await fixture.prepare("s2", on: id, seen: seen, by: "boris") }?.code == "signatureForbidden")
            let report = try await fixture.judge(id)
            #expect(report.verdict == .valid && report.signatures.map(\.field) == ["Tenant"])
        }
    }

    @Test func aFieldThatDemandsMoreIsRefused() async throws {
        try await FileSigningFixture.run { fixture in
            let file = Self.form("Notary", "/SV<</Type/SV/Ff 2/SubFilter[/adbe.pkcs7.detached]>>")
            let refusal = try await Self.refusal(of: file, fixture) { ($0.field, $0.page, $0.box) = ("Notary", nil, nil) }
            #expect(refusal?.code == "signatureForbidden")
        }
    }

    @Test func whatIsWrongInARequestIsNamed() async throws {
        try await FileSigningFixture.run { fixture in
            let file = Self.form("Tenant")
            let edits: [(String, @Sendable (inout FileSigning) -> Void)] = [
                ("photo", { $0.photo = Base64URL([0xFF, 0xD8, 0]) }),
                ("photo", { $0.photo = Base64URL([0x89, 0x50, 0x4E, 0x47]) }),
                ("photo", { $0.photo = Base64URL([UInt8](repeating: 0xFF, count: 262_145)) }),
                ("field", { $0.field = "Tenant" }),
                ("field", { ($0.page, $0.box) = (nil, nil) }),
                ("field", { ($0.field, $0.page, $0.box) = ("Landlord", nil, nil) }),
                ("field", { ($0.field, $0.page, $0.box) = ("", nil, nil) }),
                ("field", { $0.box = nil }),
                ("page", { $0.page = -1 }),
                ("page", { $0.page = 1 }),
                ("box", { $0.box = [1, 2, 3] }),
                ("box", { $0.box = [100, 100, 90, 180] }),
                ("box", { $0.box = [0, 0, .infinity, 10] }),
                ("box", { $0.box = [600, 100, 700, 180] }),
                ("password", { $0.password = String(repeating: "a", count: 1025) }),
                ("seenHash", { $0.seenHash = "4e" }),
                ("seenHash", { $0.seenHash = $0.seenHash.uppercased() }),
            ]
            for (index, (name, edit)) in edits.enumerated() {
                let refusal = try await Self.refusal(of: file, fixture, edit)
                #expect(refusal?.status == 400 && refusal?.fields?.map(\.name) == [name], "\(index): \(name)")
            }
            for id in ["", "a\u{0}b", String(repeating: "a", count: 201)] {
                let refusal = try await Self.refusal(of: file, fixture) { $0.signatureId = id }
                #expect(refusal?.code == "unknownSignature")
            }
            #expect(try await fixture.registry.count("fileDraft") == 0)
        }
    }
}
