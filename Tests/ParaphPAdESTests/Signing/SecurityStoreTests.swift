import ParaphPDF
import ParaphTrust
import Testing

@testable import ParaphPAdES

@Suite struct SecurityStoreTests {
    private func adding(_ material: RevocationMaterial, _ contents: [UInt8], to file: PDFFile) throws -> PDFFile {
        var update = try PDFUpdate(file)
        try update.addSecurityStore(material, for: contents)
        return try PDFFile(file, extendedTo: PDFBytes(file.bytes.array + update.write().appended))
    }

    private func store(_ file: PDFFile) throws -> PDFDictionary { try #require(try file.resolve(file.catalog()?["DSS"]).dictionary) }

    @Test func whatIsThereIsNotAddedOnceMore() throws {
        let material = RevocationMaterial(certificates: [[1, 2], [3]], crls: [[4]], ocspResponses: [])
        let once = try adding(material, [0x61, 0x62, 0x63], to: try TestDocument().open())
        #expect(try store(once)["Certs"]?.array?.count == 2)
        #expect(try store(once)["OCSPs"] == nil)
        let related = try #require(try store(once)["VRI"]?.dictionary)
        // The SHA-1 of "abc" (FIPS 180-4).
        let own = try #require(related["A9993E364706816ABA3E25717850C26C9CD0D89D"]?.dictionary)
        #expect(own["Cert"]?.array?.count == 2)
        #expect(try own["CRL"] == store(once)["CRLs"])

        let more = RevocationMaterial(certificates: [[3], [5, 6], [5, 6]], crls: [[4]], ocspResponses: [[7]])
        let twice = try adding(more, [1], to: once)
        let all = try #require(try store(twice)["Certs"]?.array)
        #expect(all.count == 3)
        #expect(all.starts(with: try #require(try store(once)["Certs"]?.array)))
        let values = try all.map { try twice.decoded(try #require(try twice.resolve($0).stream)).bytes.array }
        #expect(values == [[1, 2], [3], [5, 6]])
        #expect(try store(twice)["CRLs"]?.array?.count == 1)
        #expect(try store(twice)["VRI"]?.dictionary?.entries.count == 2)
        #expect(try twice.catalog()?["DSS"] == once.catalog()?["DSS"])
    }

    @Test func aStoreThatStandsInTheCatalogIsKept() throws {
        var document = TestDocument(catalog: "/DSS<</Certs 4 0 R/VRI<</AB<<>>>>>>")
        document.objects += ["[5 0 R]", "<</Length 1>>stream\nx\nendstream"]
        let file = try adding(RevocationMaterial(certificates: [Array("x".utf8), [9]]), [1], to: try document.open())
        #expect(try store(file)["Certs"]?.array?.first == .reference(PDFReference(5)))
        #expect(try store(file)["Certs"]?.array?.count == 2)
        #expect(try store(file)["VRI"]?.dictionary?.entries.count == 2)
    }
}
