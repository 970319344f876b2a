import Foundation
import ParaphPDF
import ParaphTrust
import Testing
import X509

@testable import ParaphPAdES

@Suite struct ValidationTests {
    private let identity: SigningIdentity
    private let date = Date(timeIntervalSince1970: 1_800_000_000)

    init() throws { identity = try TestIdentity.make() }

    private func sign(_ bytes: [UInt8], _ change: (inout SignatureRequest) -> Void = { _ in }) async throws -> [UInt8] {
        var request = SignatureRequest(time: date)
        change(&request)
        return try await DocumentSigner(identity).sign(try PDFFile(PDFBytes(bytes)), request).bytes
    }

    private func judge(_ bytes: [UInt8], trusted: Bool = true) async throws -> ValidationReport {
        let validator = DocumentValidator(anchors: trusted ? [identity.certificate] : [], date: date)
        return try await validator.validate(try PDFFile(PDFBytes(bytes)))
    }

    @Test func aDocumentThatNobodySignedIsUnsigned() async throws {
        let report = try await judge(TestDocument().bytes())
        #expect(report.verdict == .unsigned)
        #expect(report.signatures.isEmpty)
    }

    @Test func whatIsSignedAndTrustedIsValid() async throws {
        let report = try await judge(try await sign(TestDocument().bytes()))
        #expect(report.verdict == .valid)
        let signature = try #require(report.signatures.first)
        #expect(signature.integrity == .intact)
        #expect(signature.coverage == .document)
        #expect(signature.trust == .trusted)
        #expect(signature.level == "B-B")
        #expect(signature.signer == "Ada Signer")
        #expect(signature.time == "2027-01-15T08:00:00Z")
        #expect(signature.changes.verdict == "none")
    }

    @Test func whoIsNotKnownIsNotTrusted() async throws {
        let report = try await judge(try await sign(TestDocument().bytes()), trusted: false)
        #expect(report.verdict == .indeterminate)
        #expect(report.signatures.map(\.trust) == [.unknown])
    }

    @Test func severalSignersAreAllValid() async throws {
        let bytes = try await sign(try await sign(try await sign(TestDocument().bytes())) { $0.reason = "second" })
        let report = try await judge(bytes)
        #expect(report.verdict == .valid)
        #expect(report.signatures.map(\.changes.verdict) == ["allowed", "allowed", "none"])
        #expect(report.signatures.map(\.coverage) == [.revision, .revision, .document])
    }

    @Test func aCertificationSaysSo() async throws {
        let report = try await judge(try await sign(TestDocument().bytes()) { $0.certification = .nothing })
        #expect(report.verdict == .valid)
        #expect(report.signatures.map(\.type) == [.certification])
    }

    @Test func oneByteMakesAllOfItInvalid() async throws {
        let bytes = try await sign(TestDocument().bytes())
        for place in [10, 100, bytes.count - 20] {
            var changed = bytes
            changed[place] ^= 1
            guard let file = try? PDFFile(PDFBytes(changed)) else { continue }
            let report = try await DocumentValidator(anchors: [identity.certificate], date: date).validate(file)
            #expect(report.verdict != .valid)
        }
    }

    /// What limits or the clock left unchecked is not known to be changed, and not known to be unchanged.
    @Test func whatCannotBeCheckedInTimeIsUndecided() async throws {
        var bytes = try await sign(TestDocument().bytes())
        for _ in 0..<260 {
            var update = try PDFUpdate(PDFFile(PDFBytes(bytes)))
            update.trailer["Info"] = .reference(update.add(.dictionary(PDFDictionary())))
            bytes += try update.write().appended
        }
        let report = try await judge(bytes)
        #expect(report.verdict == .indeterminate)
        let signature = try #require(report.signatures.first)
        #expect(signature.integrity == .intact && signature.changes.verdict == "unknown" && signature.changes.isUnknown)
        #expect(signature.problems.contains { $0.contains("could not be checked in time") })
        #expect(report.lines.contains { $0.contains("could not be checked in time") })
        // What is known to be wrong stays so.
        bytes[20] ^= 1
        #expect(try await judge(bytes).verdict == .invalid)
    }

    @Test func whatIsAddedAgainstTheSignatureIsInvalid() async throws {
        let bytes = try await sign(TestDocument().bytes())
        var update = try PDFUpdate(PDFFile(PDFBytes(bytes)))
        update.set(.dictionary(PDFDictionary([PDFDictionary.Entry(PDFName("Type"), .name("Pages"))])), for: PDFReference(2))
        let report = try await judge(bytes + update.write().appended)
        #expect(report.verdict == .invalid)
        #expect(report.signatures.map(\.integrity) == [.intact])
        #expect(report.signatures.map(\.changes.verdict) == ["forbidden"])
    }

    /// Which of several changes is to blame stands first, and what is allowed apart.
    @Test func whatIsToBlameStandsApart() async throws {
        let bytes = try await sign(try await sign(TestDocument().bytes()))
        let file = try PDFFile(PDFBytes(bytes))
        var update = try PDFUpdate(file)
        var catalog = try #require(try file.catalog())
        catalog[PDFName("Version")] = .name(PDFName("9.9"))
        catalog[PDFName("OpenAction")] = .array([])
        update.set(.dictionary(catalog), for: PDFReference(1))
        let report = try await judge(bytes + update.write().appended)
        let first = try #require(report.signatures.first)
        #expect(Set(first.changes.items.map(\.verdict)) == ["forbidden", "suspicious", "allowed"])
        let heads = report.lines.filter { $0.contains("Changes that are") }
        #expect(
            heads == [
                "  What changed since?  Changes that are forbidden:", "  Changes that are suspicious:", "  Changes that are allowed:",
                "  What changed since?  Changes that are forbidden:", "  Changes that are suspicious:",
            ]
        )
        let actions = try #require(report.lines.firstIndex(of: "    - Actions that opening the file starts were changed"))
        #expect(report.lines[actions - 1] == heads[0])
    }

    @Test func aSignatureThatIsTakenAwayIsMissed() async throws {
        let bytes = try await sign(TestDocument().bytes())
        let file = try PDFFile(PDFBytes(bytes))
        var update = try PDFUpdate(file)
        var catalog = try #require(try file.catalog())
        catalog[PDFName("AcroForm")] = nil
        update.set(.dictionary(catalog), for: PDFReference(1))
        let report = try await judge(bytes + update.write().appended)
        #expect(report.verdict == .invalid)
        #expect(report.signatures.count == 1)
    }

    @Test func theReportIsTheAgreedJSON() async throws {
        let report = try await judge(try await sign(try await sign(TestDocument().bytes())))
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let text = String(decoding: try encoder.encode(report), as: UTF8.self)
        #expect(text.contains(#""verdict":"valid""#))
        #expect(
            text.contains(
                #""items":[{"detail":"A signature was added: Signature2","kind":"signature","page":1,"remark":false,"verdict":"allowed"}],"verdict":"allowed"}"#
            )
        )
        let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        #expect(Set(object.keys) == ["verdict", "signatures"])
        let first = try #require((object["signatures"] as? [[String: Any]])?.first)
        #expect(
            Set(first.keys) == [
                "field", "type", "signer", "time", "level", "integrity", "coverage", "trust", "changes", "problems",
            ]
        )
        #expect(report.lines.first?.hasPrefix("Valid") ?? false)
    }

    @Test(arguments: [
        ("D:20270115080000Z", 1_800_000_000), ("D:20270115090000+01'00'", 1_800_000_000), ("20270115080000", 1_800_000_000),
        ("D:19700101", 0), ("D:2000", 946_684_800), ("D:20240229", 1_709_164_800),
    ]) func datesOfPDFsAreRead(text: String, seconds: Double) {
        #expect(Date(pdf: text) == Date(timeIntervalSince1970: seconds))
    }

    @Test(arguments: ["", "D:", "today", "D:99"]) func whatIsNoDateIsNone(text: String) { #expect(Date(pdf: text) == nil) }
}
