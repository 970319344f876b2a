import ParaphPAdES
import ParaphPDF
import ParaphPDFCrypto
import ParaphWire
import TestSupport
import Testing

@testable import Documents
@testable import DocumentsTestSupport
@testable import FilesTestSupport

/// Forms that are filled as they are signed: a lease with a text, a box, a choice, and a field for a signature that locks the name.
struct FileSigningFormTests {
    private static func form(_ name: String = "form.pdf") throws -> [UInt8] {
        try FilesFixture.file(at: "ParaphPDFTests/Encryption/Fixtures/\(name)")
    }

    /// Signs in the tenant's field, which locks the name.
    private static func asTenant(_ wanted: inout FileSigning) { (wanted.field, wanted.page, wanted.box) = ("Tenant", nil, nil) }
    /// Signs where nothing else is.
    private static func beside(_ wanted: inout FileSigning) { wanted.box = [260, 60, 400, 130] }

    private static let values = [
        FormFieldValue(field: "Name", text: "Anna Petrova"), FormFieldValue(field: "Oars", text: "Yes"),
        FormFieldValue(field: "Boat", text: "Canoe"), FormFieldValue(field: "Notes", text: "Clean.\nDry."), FormFieldValue(field: "Code"),
    ]

    /// What the fields of the newest version hold.
    private static func held(_ fixture: FileSigningFixture, _ id: String, password: String = "") async throws -> [String: String] {
        let file = try PDFFile(PDFBytes(try await fixture.bytes(of: id)), password: Array(password.utf8), ciphers: .crypto)
        var held: [String: String] = [:]
        for field in try file.fields() { held[field.name] = try file.valueText(of: field) }
        return held
    }

    @Test func whatIsFilledInIsSealedWithTheSignature() async throws {
        try await FileSigningFixture.run { fixture in
            let file = try Self.form()
            let id = try await fixture.keep(file)
            let draft = try await fixture.prepare("s1", on: id, seen: FileSigningFixture.hash(file), by: "anna") {
                Self.asTenant(&$0)
                $0.form = Self.values
            }
            // It is what the device is asked to authorise.
            let other = try await fixture.prepare("s1", on: id, seen: FileSigningFixture.hash(file), by: "anna", Self.asTenant)
            #expect(draft.digest != other.digest)
            try await fixture.sign("s1", on: id, seen: FileSigningFixture.hash(file), by: "anna") {
                Self.asTenant(&$0)
                $0.form = Self.values
            }
            let held = try await Self.held(fixture, id)
            #expect(held["Name"] == "Anna Petrova" && held["Boat"] == "Canoe" && held["Notes"] == "Clean.\nDry." && held["Oars"] == "Yes")
            let report = try await fixture.judge(id)
            #expect(report.verdict == .valid && report.signatures.count == 1)
        }
    }

    @Test func whatASignatureLocksIsRefusedByNameAndTheRestIsFilled() async throws {
        try await FileSigningFixture.run { fixture in
            let file = try Self.form()
            let id = try await fixture.keep(file)
            let signed = try await fixture.sign("s1", on: id, seen: FileSigningFixture.hash(file), by: "anna", Self.asTenant)
            let seen = try #require(signed.hash)
            let refusal = await problem {
                try await fixture.prepare("s2", on: id, seen: seen, by: "boris") {
                    Self.beside(&$0)
                    $0.form = Self.values
                }
            }
            #expect(refusal?.code == "formRefused" && refusal?.status == 409)
            #expect(refusal?.fields?.map(\.name) == ["Name"] && refusal?.fields?.map(\.code) == ["locked"])
            try await fixture.sign("s2", on: id, seen: seen, by: "boris") {
                Self.beside(&$0)
                $0.form = Array(Self.values.dropFirst())
            }
            #expect(try await Self.held(fixture, id)["Boat"] == "Canoe")
            let report = try await fixture.judge(id)
            #expect(report.verdict == .valid && report.signatures.count == 2)
        }
    }

    @Test func whoIsOvertakenByALockIsToldWhichFieldItClosed() async throws {
        try await FileSigningFixture.run { fixture in
            let file = try Self.form()
            let (id, seen) = (try await fixture.keep(file), FileSigningFixture.hash(file))
            func filling(_ wanted: inout FileSigning) {
                Self.beside(&wanted)
                wanted.form = [FormFieldValue(field: "Name", text: "Boris")]
            }
            let draft = try await fixture.prepare("s2", on: id, seen: seen, by: "boris", filling)
            try await fixture.sign("s1", on: id, seen: seen, by: "anna", Self.asTenant)
            #expect(await problem { try await fixture.complete(draft, "s2", on: id, by: "boris") }?.code == "signedMeanwhile")
            let refusal = await problem { try await fixture.prepare("s2", on: id, seen: seen, by: "boris", filling) }
            #expect(refusal?.code == "formRefused" && refusal?.fields?.map(\.name) == ["Name"])
            try await fixture.sign("s2", on: id, seen: seen, by: "boris", Self.beside)
            #expect(try await fixture.judge(id).verdict == .valid)
            #expect(try await Self.held(fixture, id)["Name"] ?? "" == "")
        }
    }

    @Test func anEncryptedFormIsFilledWithItsPassword() async throws {
        try await FileSigningFixture.run { fixture in
            let file = try Self.form("form-aes-256.pdf")
            let id = try await fixture.keep(file)
            try await fixture.sign("s1", on: id, seen: FileSigningFixture.hash(file), by: "anna") {
                Self.beside(&$0)
                ($0.password, $0.form) = ("user", Self.values)
            }
            #expect(try await Self.held(fixture, id, password: "user")["Name"] == "Anna Petrova")
            #expect(try await fixture.judge(id, password: "user").verdict == .valid)
            let bytes = try await fixture.bytes(of: id)
            #expect(!String(decoding: bytes, as: UTF8.self).contains("Anna Petrova"), "it lies in the clear")
        }
    }

    @Test func whatNoFormTakesIsRefusedBeforeAnythingIsRead() async throws {
        try await FileSigningFixture.run { fixture in
            let file = try Self.form()
            let id = try await fixture.keep(file)
            let wrong: [[FormFieldValue]] = [
                [FormFieldValue(field: "", text: "a")], [FormFieldValue(field: "Na\u{0}me", text: "a")],
                [FormFieldValue(field: "Name", text: "a"), FormFieldValue(field: "Name", text: "b")],
                [FormFieldValue(field: "Name", text: "a", choices: ["b"])],
                [FormFieldValue(field: "Name", text: String(repeating: "a", count: 131_072))],
                (0...500).map { FormFieldValue(field: "Field \($0)", text: "a") },
            ]
            for (index, form) in wrong.enumerated() {
                let refusal = await problem {
                    try await fixture.prepare("s1", on: id, seen: FileSigningFixture.hash(file), by: "anna") { $0.form = form }
                }
                #expect(refusal?.status == 400 && refusal?.fields?.map(\.name) == ["form"], "\(index)")
            }
            let many = [
                FormFieldValue(field: "Code", text: "123456"), FormFieldValue(field: "Fixed", text: "18"),
                FormFieldValue(field: "None", text: "a"),
            ]
            let refusal = await problem {
                try await fixture.prepare("s1", on: id, seen: FileSigningFixture.hash(file), by: "anna") { $0.form = many }
            }
            #expect(refusal?.fields?.map(\.code) == ["tooLong", "readOnly", "unknown"])
            #expect(try await fixture.registry.count("fileDraft") == 0)
        }
    }
}
