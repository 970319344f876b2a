import Crypto
import Foundation
import ParaphInk
import ParaphInkPDF
import ParaphPAdES
import ParaphPDF
import ParaphTrust
import X509

/// The demo's document: a made-up agreement, signed by a made-up person with a key and a certificate that are trusted nowhere else.
struct DemoDocument {
    /// Where the files are kept.
    let folder: URL
    let say: @Sendable (String) -> Void

    /// Signs the agreement with a person's ink, judges it, judges a copy that was tampered with, and asks poppler's `pdfsig` where it is.
    func play(signer name: String, ink sample: Sample) async throws {
        let (root, identity) = try Self.identity(name)
        var request = SignatureRequest()
        request.placement = PDFPlacement(page: 0, rectangle: PDFRectangle(300, 120, 520, 210))
        request.name = name
        request.appearance = PDFSignatureAppearance()
        request.appearance?.ink = PDFSignatureAppearance.Ink(sample)
        request.appearance?.lines = [name]
        let signed = try await DocumentSigner(identity).sign(try PDFFile(PDFBytes(Self.agreement)), request).bytes

        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appending(path: "agreement-signed.pdf")
        try Data(signed).write(to: file, options: .atomic)
        say("  \(file.path(percentEncoded: false)): signed by \(name), \(try await Self.verdict(on: signed, root))")
        var changed = signed
        // One letter of what was signed.
        changed[Self.agreement.count / 2] ^= 1
        say("  a copy with one bit changed: \(try await Self.verdict(on: changed, root))")
        say("  poppler's pdfsig says: \(Self.secondOpinion(on: file) ?? "nothing, it is not installed (poppler-utils)")")
    }

    private static func verdict(on bytes: [UInt8], _ root: Certificate) async throws -> String {
        let report = try await DocumentValidator(anchors: [root]).validate(try PDFFile(PDFBytes(bytes)))
        let signature = report.signatures.first
        return
            "\(report.verdict.rawValue) (\([signature?.level, signature?.integrity.rawValue].compactMap(\.self).joined(separator: ", ")))"
    }

    /// What a program that is not ours makes of the signature; it does not know the made-up authority, and says so.
    private static func secondOpinion(on file: URL) -> String? {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/pdfsig")
        process.arguments = ["-nocert", file.path(percentEncoded: false)]
        let output = Pipe()
        (process.standardOutput, process.standardError) = (output, FileHandle.nullDevice)
        guard (try? process.run()) != nil else { return nil }
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let words = ["Signature Validation: ", "Total document signed"]
        let lines = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces.union(["-"])) }
        return lines.filter { line in words.contains { line.contains($0) } }.joined(separator: ", ")
    }

    /// A key, and a certificate of an authority that exists for this moment.
    private static func identity(_ name: String) throws -> (root: Certificate, identity: SigningIdentity) {
        let (authority, own) = (P256.Signing.PrivateKey(), P256.Signing.PrivateKey())
        let issuer = try DistinguishedName { CommonName("Paraph demo authority") }
        let (begin, end) = (Date(timeIntervalSinceNow: -3600), Date(timeIntervalSinceNow: 30 * 86_400))
        func certificate(_ subject: DistinguishedName, _ key: P256.Signing.PublicKey, _ usage: KeyUsage, isAuthority: Bool) throws
            -> Certificate
        {
            try Certificate(
                version: .v3,
                // Twenty random octets are twenty-one as a positive INTEGER half of the time, and poppler then reads no certificate.
                serialNumber: Certificate.SerialNumber(UInt64.random(in: 1...UInt64.max / 2)),
                publicKey: Certificate.PublicKey(key),
                notValidBefore: begin,
                notValidAfter: end,
                issuer: issuer,
                subject: subject,
                signatureAlgorithm: .ecdsaWithSHA256,
                extensions: try Certificate.Extensions {
                    Critical(isAuthority ? BasicConstraints.isCertificateAuthority(maxPathLength: nil) : .notCertificateAuthority)
                    Critical(usage)
                    SubjectKeyIdentifier(hash: Certificate.PublicKey(key))
                },
                issuerPrivateKey: Certificate.PrivateKey(authority)
            )
        }
        let root = try certificate(issuer, authority.publicKey, KeyUsage(keyCertSign: true, cRLSign: true), isAuthority: true)
        let leaf = try certificate(
            try DistinguishedName { CommonName(name) },
            own.publicKey,
            KeyUsage(digitalSignature: true, nonRepudiation: true),
            isAuthority: false
        )
        let key = try MemoryKey(pem: own.pemRepresentation)
        return (root, try SigningIdentity(certificate: leaf, chain: [root], key: key))
    }

    /// A page of words, written as PDF's own text (ISO 32000-2, 7.5).
    private static let agreement: [UInt8] = {
        let content = """
            BT /F1 20 Tf 72 740 Td (Agreement) Tj
            /F1 12 Tf 0 -40 Td (The undersigned lends the demo her signature, and gets it back unharmed.) Tj
            0 -20 Td (Everybody in it is made up.) Tj ET
            0.6 w 300 115 m 520 115 l S
            """
        let objects = [
            "<</Type/Catalog/Pages 2 0 R>>",
            "<</Type/Pages/Kids[3 0 R]/Count 1>>",
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
            "<</Length \(content.utf8.count)>>stream\n\(content)\nendstream",
            "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
        ]
        var text = "%PDF-1.7\n"
        var table = "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
        for (index, object) in objects.enumerated() {
            let offset = String(text.utf8.count)
            table += String(repeating: "0", count: 10 - offset.count) + offset + " 00000 n \n"
            text += "\(index + 1) 0 obj\n\(object)\nendobj\n"
        }
        let start = text.utf8.count
        return Array((text + table + "trailer\n<</Size \(objects.count + 1)/Root 1 0 R>>\nstartxref\n\(start)\n%%EOF\n").utf8)
    }()
}
