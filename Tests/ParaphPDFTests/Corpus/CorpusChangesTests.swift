import Foundation
import ParaphPDFCrypto
import Testing

@testable import ParaphPDF

/// What is known of signed and manipulated files of others (`corpora/pdf/attacks.tsv` of the shared folder), as far as changes tell it.
@Suite(.enabled(if: SignedCorpus.exists, "there is no corpora/pdf in the shared folder; set PARAPH_SHARED to where it is"))
struct CorpusChangesTests {
    @Test(arguments: SignedCorpus.labels) func labelledFilesAreJudgedAsTheyAreLabelled(label: SignedCorpus.Label) throws {
        let history = try SignedCorpus.history(label.path)
        let worst = try history.signatures.map { try history.changes(since: $0).verdict }.max()
        switch label.expected {
        case "REJECT": #expect(worst.map { $0 > .allowed } ?? true)
        case "VALID-CHANGED-OK": #expect(worst == .allowed)
        case "UNSIGNED": #expect(worst == nil)
        default: break
        }
    }

    /// What the makers of these call right, and other validators too.
    @Test(arguments: [
        "eu-dss/dss-pades_src_test_resources_validation_Signature-P-BG_BOR-2.pdf",
        "eu-dss/dss-pades_src_test_resources_validation_Signature-P-SK-6.pdf",
        "eu-dss/dss-pades_src_test_resources_validation_dss-1376_DSS1376-rev_n-1.pdf",
        "eu-dss/dss-pades_src_test_resources_validation_dss-2058_dss-2058-QC-LTA-test.pdf",
        "eu-dss/dss-pades_src_test_resources_validation_Test.signed_Certipost-2048-SHA512.extended-LTA.pdf",
    ]) func rightFilesAreAllowed(path: String) throws {
        let history = try SignedCorpus.history(SignedCorpus.folder.appendingPathComponent(path).path)
        #expect(history.signatures.count > 0)
        for signature in history.signatures { #expect(try history.changes(since: signature).verdict <= .allowed) }
    }
}

/// The labelled files.
enum SignedCorpus {
    struct Label: CustomTestStringConvertible, Sendable {
        var path: String
        var expected: String
        var testDescription: String { "\(expected) \(path.split(separator: "/").last ?? "")" }
    }

    static let folder: URL = {
        let shared = ProcessInfo.processInfo.environment["PARAPH_SHARED"].map { URL(fileURLWithPath: $0) }
        let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../..").standardizedFileURL
        return (shared ?? root.appendingPathComponent("../shared").standardizedFileURL).appendingPathComponent("corpora/pdf")
    }()
    static let exists = FileManager.default.fileExists(atPath: folder.appendingPathComponent("attacks.tsv").path)
    static let labels: [Label] = {
        let text = (try? String(contentsOf: folder.appendingPathComponent("attacks.tsv"), encoding: .utf8)) ?? ""
        return text.split(separator: "\n").dropFirst().compactMap { line in
            let columns = line.split(separator: "\t")
            guard columns.count == 3 else { return nil }
            return Label(path: folder.appendingPathComponent(String(columns[0])).path, expected: String(columns[2]))
        }
    }()

    static func history(_ path: String) throws -> PDFHistory {
        try PDFHistory(try PDFFile(PDFBytes([UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))), ciphers: .crypto))
    }
}
