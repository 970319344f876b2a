import ParaphPDFCrypto
import RandomTestSupport
import Testing

@testable import ParaphPDF

/// What the fuzzers found once is read here each time; see Fuzz/README.md.
@Suite struct FindingsTests {
    @Test(arguments: Findings.allCases) func documentsFoundOnceAreHarmless(_ findings: Findings) throws {
        for input in try findings.inputs() {
            switch findings {
            case .pdfChanges: try expectNoOtherPage(afterUpdate: input)
            case .pdfFile, .pdfSyntax: try expectAppendable(input)
            case .inkFormat, .iso19794: break  // of ParaphInkFormatsTests
            }
        }
    }

    @Test func updatesAreTriedOnADocumentThatIsSigned() throws {
        #expect(try FuzzedUpdate([]).signature?.coverage == .document)
        let unused = try FuzzedUpdate(Array("?<<>>".utf8))
        #expect(try #require(try unused.changes()).verdict <= .allowed)
        let page = "3<</Type/Page/Parent 2 0 R/Contents 9 0 R/Annots[5 0 R 6 0 R 8 0 R]/Resources<<>>>>"
        let other = try FuzzedUpdate(Array("\(page)\u{1}9<</Length 0>>stream\n\nendstream".utf8))
        #expect(try other.file.pages().first?["Contents"] == .reference(PDFReference(9)))
        #expect(try #require(try other.changes()).verdict > .allowed)
    }

    private func expectAppendable(_ bytes: [UInt8]) throws {
        guard let file = try? PDFFile(PDFBytes(bytes), ciphers: .crypto) else { return }
        _ = try? file.pages()
        _ = try? file.signatures()
        _ = try? file.revisions()
        for number in file.sections.first?.numbers ?? [] {
            if let stream = (try? file.object(PDFReference(number)))?.stream { _ = try? file.decoded(stream) }
        }
        var update: PDFUpdate
        do throws(PDFError) {
            update = try PDFUpdate(file)
        } catch {
            // What programs read in two ways gets no update: that it could be written is looked at all the same.
            guard error.code == .ambiguous else { throw error }
            update = PDFUpdate(unwritten: file)
        }
        let reference = update.add(.integer(7))
        guard !file.isLocked else { return }
        let whole = PDFBytes(bytes + (try update.write().appended))
        #expect(try PDFFile(whole, ciphers: .crypto).object(reference) == .integer(7))
    }

    /// An update after which pages are others or show something else is never called harmless.
    private func expectNoOtherPage(afterUpdate input: [UInt8]) throws {
        guard let update = try? FuzzedUpdate(input), let changes = try? update.changes() else { return }
        #expect(changes.items.isEmpty == (changes.verdict == .none))
        guard changes.verdict <= .allowed, let pages = try? update.file.pages() else { return }
        #expect(pages.count == 1)
        let content = (try? update.file.resolve(pages[0]["Contents"]))?.stream
        #expect(content?.data.array == Array(FuzzedUpdate.content.utf8))
    }
}
