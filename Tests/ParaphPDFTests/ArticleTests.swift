import ParaphPDF
import Testing

/// The code of the library's article, which `scripts/check-docs` compares with it.
@Suite struct ArticleTests {
    @Test func aFileIsReadAndAppendedTo() throws {
        let bytes = SignedTestPDF().bytes
        let file = try PDFFile(PDFBytes(bytes))
        let count = try file.pageCount()
        let names = try file.fields().map(\.name)
        if let page = try file.page(at: 0) {
            let box = try file.box(of: page)
            print("\(count) pages of \(box.width) by \(box.height) points, fields \(names)")
        }

        #expect(count == 2)

        var update = try PDFUpdate(file)
        let note = update.add(PDFDictionary([PDFDictionary.Entry(PDFName("Type"), .name("Metadata"))]), stream: Array("seen".utf8))
        try update.changeCatalog { catalog in catalog["Metadata"] = .reference(note) }
        let written = try update.write()
        let changed = bytes + written.appended

        #expect(try PDFFile(PDFBytes(changed)).catalog()?["Metadata"] == .reference(note))
    }

    @Test func changesAreToldOfEachSignature() throws {
        var document = SignedTestPDF()
        try document.sign(16)
        let signed = document.bytes
        let history = try PDFHistory(PDFFile(PDFBytes(signed)))
        for signature in history.signatures {
            let changes = try history.changes(since: signature)
            print(signature.field.name, signature.coverage, changes.verdict, changes.items.map(\.detail))
        }

        #expect(history.signatures.count == 1)
    }
}
