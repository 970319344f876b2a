import Crypto
import Foundation
import ParaphPDF
import ParaphTrust
import X509

/// A small PDF with offsets that are right, to be signed by tests.
struct TestDocument {
    /// Objects from 1 on; 1 is the catalog, 2 the node of pages, 3 the page.
    var objects: [String]

    /// A page, and empty signature fields: a name, and further entries of each.
    init(fields: [(name: String, more: String)] = [], page: String = "", catalog: String = "") {
        let references = fields.indices.map { "\($0 + 4) 0 R" }.joined(separator: " ")
        let form = fields.isEmpty ? "" : "/AcroForm<</Fields[\(references)]>>"
        let annotations = fields.isEmpty ? "" : "/Annots[\(references)]"
        objects = [
            "<</Type/Catalog/Pages 2 0 R\(form)\(catalog)>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]\(annotations)\(page)>>",
        ]
        for field in fields {
            objects.append("<</Type/Annot/Subtype/Widget/FT/Sig/T(\(field.name))/Rect[50 600 200 660]/P 3 0 R/F 4\(field.more)>>")
        }
    }

    /// The file with a table; without one, and so without a way to find objects but looking for them, where that is asked for.
    func bytes(isBroken: Bool = false) -> [UInt8] {
        var text = "%PDF-1.7\n"
        var offsets: [Int] = []
        for (index, object) in objects.enumerated() {
            offsets.append(text.utf8.count)
            text += "\(index + 1) 0 obj\n\(object)\nendobj\n"
        }
        if isBroken { return Array(text.utf8) }
        let start = text.utf8.count
        text += "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
        for offset in offsets { text += String(repeating: "0", count: 10 - String(offset).count) + "\(offset) 00000 n \n" }
        text += "trailer\n<</Root 1 0 R/Size \(objects.count + 1)>>\nstartxref\n\(start)\n%%EOF\n"
        return Array(text.utf8)
    }

    func open() throws -> PDFFile { try PDFFile(PDFBytes(bytes())) }
}

/// Somebody who vouches for themself, with a key on P-256.
enum TestIdentity {
    static func make(
        _ commonName: String = "Ada Signer",
        begin: Date = Date(timeIntervalSince1970: 1_700_000_000),
        end: Date = Date(timeIntervalSince1970: 2_000_000_000),
        isTimestampService: Bool = false
    ) throws -> SigningIdentity {
        let own = P256.Signing.PrivateKey()
        let key = Certificate.PrivateKey(own)
        let name = try DistinguishedName { CommonName(commonName) }
        let certificate = try Certificate(
            version: .v3,
            serialNumber: Certificate.SerialNumber(bytes: [7]),
            publicKey: key.publicKey,
            notValidBefore: begin,
            notValidAfter: end,
            issuer: name,
            subject: name,
            signatureAlgorithm: .ecdsaWithSHA256,
            extensions: try Certificate.Extensions {
                Critical(BasicConstraints.notCertificateAuthority)
                Critical(KeyUsage(digitalSignature: true, nonRepudiation: !isTimestampService))
                if isTimestampService { Critical(try ExtendedKeyUsage([.timeStamping])) }
            },
            issuerPrivateKey: key
        )
        return try SigningIdentity(certificate: certificate, key: try MemoryKey(pem: own.pemRepresentation))
    }
}
