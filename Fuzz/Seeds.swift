import Foundation
import ParaphInk
import ParaphInkFormats
import ParaphPDF
import ParaphVerification
import Passkeys

/// Writes the first inputs of every target with our own encoders: `seeds FOLDER`.
@main
struct Seeds {
    static func main() async throws {
        let folder = URL(fileURLWithPath: CommandLine.arguments[1])
        for (target, name, bytes) in try await TrustSeeds.all() { try write(bytes, to: folder, target, name) }
        for (number, sample) in samples.enumerated() {
            for format in InkFormat.allCases {
                let bytes = try format.encode(sample)
                for target in [targets[format], "InkFormat"] {
                    try write(bytes, to: folder, target, "\(format)-\(number)")
                }
            }
            try write(sample.encoded(), to: folder, "Rendering", "\(number)")
            if let drawing = InkDrawing(sample) { try write(drawing.encoded(), to: folder, "InkDrawing", "\(number)") }
            try write(
                PNG.encode(sample.bitmap(width: 16, height: 9)),
                to: folder,
                "Photo",
                "\(number).png"
            )
        }
        try write(
            Array("x,y,time_s\n(1, 2, 0)\n(3; 4; 0.01)\n".utf8),
            to: folder,
            "SignPass",
            "brackets"
        )
        try write(Array("[[1,2,3],[\"4\",5,6]]".utf8), to: folder, "SignPass", "json")
        try write(
            Array("[\(String(decoding: SignToLoginFormat.encode(samples[0]), as: UTF8.self))]".utf8),
            to: folder,
            "SignToLogin",
            "list"
        )
        try write(
            Array(
                "{\"dot_count\":\"1\",\"signature_contents\":[{\"x\":\"1\",\"y\":2.5e1,\"p\":700}]}".utf8
            ),
            to: folder,
            "SignToLogin",
            "text"
        )
        let signer = SyntheticSigner(seed: 1)
        for number in 0..<3 {
            let sample = signer.genuine(number)
            try write(sample.encoded(), to: folder, "Verification", "genuine-\(number)")
            try write(ReplayTrace(of: sample).encoded(), to: folder, "ReplayTrace", "\(number)")
        }
        for (number, tool) in [Sample.Tool.finger, .pen].enumerated() {
            let signer = SyntheticSigner(seed: 2, tool: tool)
            let outcome = Verifier(policy: VerificationPolicy(referenceCount: 3)).enrol(
                (0..<3).map { signer.genuine($0) }
            )
            if let template = outcome.template {
                try write(template.encoded(), to: folder, "Template", "\(number)")
            }
        }
        try write(Array("a=1&b=%D0%B6+c&a=".utf8), to: folder, "FormBody", "form")
        try write(
            Array(
                "<?xml version=\"1.0\"?><!-- a --><p:request a=\"1\"><user>a&amp;b</user><purpose><![CDATA[x<y]]>&#233;</purpose><bank/></p:request>"
                    .utf8
            ),
            to: folder,
            "XMLBody",
            "request"
        )
        try write(Array("bytes 0-99/5000".utf8), to: folder, "ContentHeaders", "range")
        try write(Array("\"a,b\", W/\"c\"".utf8), to: folder, "ContentHeaders", "tags")
        for (number, input) in passkeys.enumerated() {
            try write(input, to: folder, "Passkey", "\(number)")
        }
        try write(multipart, to: folder, "MultipartBody", "multipart")
        try write(record, to: folder, "ISO19794", "channels")
        try write(jpeg, to: folder, "Photo", "jpeg")
        try write((0..<101).map { UInt8($0 % 7) }, to: folder, "PNG", "pixels")
        for (number, file) in try documents().enumerated() {
            try write(file, to: folder, "PDFFile", "\(number)")
            try write(file, to: folder, "CleanCopy", "\(number)")
            try write(file, to: folder, "PDFSyntax", "\(number)")
        }
        for (number, update) in updates.enumerated() { try write(Array(update.utf8), to: folder, "PDFChanges", "\(number)") }
        for (number, content) in contents.enumerated() {
            try write([UInt8(number + 1)] + content.utf8, to: folder, "SignaturePlaces", "\(number)")
        }
        for (number, entries) in forms.enumerated() { try write(Array(form(entries).utf8), to: folder, "PDFForms", "\(number)") }
        try write(font, to: folder, "TrueType", "squares")
        try write(jpeg, to: folder, "Pictures", "jpeg")
        try write(PNG.encode(samples[0].bitmap(width: 16, height: 9)), to: folder, "Pictures", "png")
        let compressed = try compressed()
        for kind in UInt8(0)..<5 { try write([kind, 12, 3, 8] + compressed, to: folder, "PDFFilters", "\(kind)") }
        try write([1, 1, 1, 8, 0x80, 0x0B, 0x60, 0x50, 0x22, 0x0C, 0x0C, 0x85, 0x01], to: folder, "PDFFilters", "lzw")
        try write([2, 1, 1, 8] + Array("87cURD]i,\"Ebo80~>".utf8), to: folder, "PDFFilters", "85")
    }

    /// What is done to a signed document: a digit for each object's number, and what it is.
    private static let updates = [
        "6<</Type/Annot/Subtype/Widget/FT/Tx/T(t)/Rect[10 10 90 30]/P 3 0 R/V(b)/AP<</N 9 0 R>>>>\u{1}9<</Type/XObject/Subtype/Form/BBox[0 0 80 20]/Length 13>>stream\nBT (b) Tj ET \nendstream",
        "8<</Type/Annot/Subtype/Widget/FT/Sig/T(u)/Rect[0 0 0 0]/P 3 0 R/V 9 0 R>>\u{1}9<</Type/Sig/ByteRange[0 1 2 3]/Contents<00>>>",
        "3<</Type/Page/Parent 2 0 R/Contents 4 0 R/Annots[5 0 R 6 0 R 8 0 R 9 0 R]/Resources<<>>>>\u{1}9<</Type/Annot/Subtype/Text/P 3 0 R/Rect[1 1 9 9]>>",
        "4<</Length 4>>stream\nq Q \nendstream",
        "1<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[5 0 R 6 0 R 8 0 R]/SigFlags 3>>/DSS<</Certs[9 0 R]>>>>",
    ]

    /// What pages draw that are to be signed; the last two lie nowhere, and far from the page.
    private static let contents: [String] = {
        let (huge, far) = ("1" + String(repeating: "0", count: 308), "1" + String(repeating: "0", count: 300))
        return [
            "BT /F1 12 Tf 60 240 Td (Landlord: ____________________) Tj 0 -40 Td (Tenant: ____________________) Tj ET",
            "0 G .7 w 60 300 m 260 300 l S BT /F1 9 Tf 60 288 Td (Signature) Tj ET .9 g 60 120 200 40 re f",
            "BT /F1 12 Tf \(huge) \(huge) -\(huge) \(huge) 0 0 Tm (________________) Tj ET",
            "BT /F1 12 Tf 1 0 0 1 60 \(far) Tm (signature) Tj ET "
                + String(repeating: "BT /F1 12 Tf 1 0 0 1 60 \(far) Tm (____________) Tj ET ", count: 2),
        ]
    }()

    private static let targets: [InkFormat: String] = [
        .paraph: "SampleCodec", .signToLogin: "SignToLogin", .signPass: "SignPass", .svc2004: "SVC2004",
        .iso19794: "ISO19794",
    ]

    private static func write(_ bytes: [UInt8], to folder: URL, _ target: String?, _ name: String)
        throws
    {
        guard let target else { return }
        let place = folder.appendingPathComponent(target)
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        try Data(bytes).write(to: place.appendingPathComponent(name))
    }

    /// A sample for every set of channels, of two strokes and a dot.
    private static let samples = (UInt8(0)...15).map { channels in
        let all = Sample.Channels(rawValue: channels)
        var sample = Sample(
            channels: all,
            tool: .pen,
            unitsPerMillimetre: channels % 3 == 0 ? 100 : nil
        )
        for (start, count) in [(0, 4), (40, 1), (45, 4)] {
            var stroke = Stroke()
            for index in 0..<count {
                let step = Double(index)
                var point = Point(x: Double(start) * 3 + step * 2, y: step * step)
                if channels > 7 { point.y += 0.25 }
                if all.contains(.time) { point.time = (Double(start) + step) * 10 }
                if all.contains(.pressure) { point.pressure = (step + 1) / 8 }
                if all.contains(.azimuth) { point.azimuth = (step + 1) / 4 }
                if all.contains(.altitude) { point.altitude = (step + 1) / 4 }
                stroke.points.append(point)
            }
            sample.strokes.append(stroke)
        }
        return sample
    }

    /// An ISO record with steps of time, a constant channel and extended data.
    private static let record: [UInt8] =
        Array("SDI\0 10\0".utf8) + [
            0xC0, 0xA6, 0, 0, 0x94, 0xCF, 0xA0, 0, 10, 0, 0x80, 0xB8, 0, 0x80, 0xB8, 0, 0, 0x80, 0, 0, 2,
        ]
        + [0x80, 1, 0x80, 2, 1, 1, 0, 1, 0, 0x80, 3, 0x80, 2, 1, 1, 0, 1, 0] + [0, 2, 7, 7]

    /// A small JPEG with EXIF data.
    private static let jpeg: [UInt8] =
        [0xFF, 0xD8, 0xFF, 0xE0, 0, 16] + Array("JFIF\0".utf8) + [1, 2, 1, 0, 72, 0, 72, 0, 0] + [
            0xFF, 0xE1, 0, 34,
        ]
        + Array("Exif\0\0II*\0".utf8)
        + [8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0] + [
            0xFF, 0xDB, 0, 4, 0, 1,
        ]
        + [
            0xFF, 0xC0, 0, 11, 8, 0, 8, 0, 8, 1, 1, 0x11, 0, 0xFF, 0xC4, 0, 4, 0, 1, 0xFF, 0xDA, 0, 8, 1,
            1, 0, 0, 63, 0,
        ]
        + [0x12, 0xFF, 0, 0xFF, 0xD0, 0x34, 0xFF, 0xD9]

    /// A key, authenticator data with and without it, an attestation, and client data; each after the byte that chooses its reader.
    private static let passkeys: [[UInt8]] = {
        let coordinate = CBORValue.bytes([UInt8](repeating: 5, count: 32))
        let key = CBORValue.map([1: 2, 3: -7, -1: 1, -2: coordinate, -3: coordinate]).encoded
        let hash = [UInt8](repeating: 3, count: 32)
        let data = hash + [0xDD, 0, 0, 0, 9] + [UInt8](repeating: 0, count: 16) + [0, 4, 1, 2, 3, 4] + key
        let extensions = CBORValue.map([.text("credProtect"): 2]).encoded
        let attestation = CBORValue.map([
            .text("fmt"): .text("none"), .text("attStmt"): .map([:]), .text("authData"): .bytes(data),
        ])
        let client =
            #"{"type":"webauthn.get","challenge":"AAAA","origin":"https://a.example","crossOrigin":false,"x":[1.5e3,null,"\u00e9"]}"#
        let answer =
            #"{"passkey":{"claims":{"rid":"r","nonce":"n","aud":"https://a.example","msg":"\u00e9\n«","smp":"s","att":1,"iat":1,"dec":"approve"},"#
            + #""credentialId":"AAAA","clientDataJSON":"e30","authenticatorData":"AAAA","signature":"AAAA"},"sample":"AAAA"}"#
        return [
            [0] + key, [0] + attestation.encoded, [1] + hash + [5, 0, 0, 0, 1], [1] + data + extensions, [2] + attestation.encoded,
            [3] + Array(client.utf8), [4] + Array(answer.utf8),
        ]
    }()

    /// Some text, deflated.
    private static func compressed() throws -> [UInt8] {
        var update = try PDFUpdate(PDFFile(PDFBytes(document(table: true))))
        let text = Array("0 0 1 rg 10 10 m 20 20 l S 0 0 1 RG 10 10 m 30 30 l S".utf8)
        let stream = update.add(PDFDictionary(), stream: text)
        return try update.object(stream).stream?.data.array ?? []
    }

    /// A document with a form, a stream and objects in a stream; with a table, or with nothing that says where they are.
    private static func document(table: Bool, length: String = "8") -> [UInt8] {
        let objects = [
            "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R 7 0 R]/SigFlags 3>>>>", "<</Type/Pages/Kids[3 0 R]/Count 1/Rotate 90>>",
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 99.5 -.5]/Contents 5 0 R>>", "<</T(a)/FT/Tx/V<FEFF0416>/Kids[<</T(b)>>]>>",
            "<</Length \(length)/Filter[/ASCIIHexDecode/RunLengthDecode]>>\nstream\n0061 80>\nendstream",
            "<</Type/ObjStm/N 2/First 8/Length 11>>\nstream\n8 0 9 2 1 8\nendstream",
            "<</T(s)/FT/Sig/V<</Type/Sig/ByteRange[0 5 9 20]/Contents<3000>>>>>",
        ]
        var text = "%PDF-1.7\n"
        var offsets: [Int] = []
        for (index, object) in objects.enumerated() {
            offsets.append(text.utf8.count)
            text += "\(index + 1) 0 obj\n\(object)\nendobj\n"
        }
        guard table else { return Array(text.utf8) }
        let start = text.utf8.count
        text += "xref\n0 8\n0000000000 65535 f \n"
        for offset in offsets { text += String("000000000\(offset)".suffix(10)) + " 00000 n \n" }
        text += "trailer\n<</Root 1 0 R/Size 8/ID[(a)(b)]>>\nstartxref\n\(start)\n%%EOF\n"
        return Array(text.utf8)
    }

    /// Fields of every kind.
    private static let forms = [
        "/FT/Tx/Q 1/DA(/Helv 9 Tf 1 0 0 rg)/MK<</R 90/BG[1]/BC[0 0 1]>>/BS<</W 2/S/B>>", "/FT/Tx/Ff 4096/V(a\\nb)",
        "/FT/Tx/Ff 16777216/MaxLen 5", "/FT/Tx/Ff 8192", "/FT/Btn/MK<</CA(8)>>", "/FT/Btn/AP<</N<</On 5 0 R/Off 5 0 R>>>>/AS/Off",
        "/FT/Btn/Ff 32768/Opt[(a)]", "/FT/Ch/Ff 131072/Opt[[(a)(b)](c)]", "/FT/Ch/Ff 393216/Opt[(a)]/V(x)",
        "/FT/Ch/Ff 2097152/Opt[(a)(b)(c)]/TI 1/V[(a)(c)]",
    ]

    /// A form with a field, and a font that has letters of Russian.
    private static func form(_ entries: String) -> String {
        "%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]/NeedAppearances true/DR<</Font<</Helv 6 0 R>>>>>>>>endobj\n"
            + "2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj 3 0 obj<</Type/Page/Parent 2 0 R/Annots[4 0 R]/MediaBox[0 0 99 99]>>endobj\n"
            + "4 0 obj<</Subtype/Widget/T(f)/Rect[0 0 50 20]/P 3 0 R\(entries)>>endobj 5 0 obj<</BBox[0 0 1 1]/Length 1>>stream\nq\nendstream endobj\n"
            + "6 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Differences[65/afii10017/uni0416/eacute]>>/FirstChar 65"
            + "/Widths[500 600 700]>>endobj\ntrailer<</Root 1 0 R>>\n"
    }

    /// A TrueType font of a square for A and of two of them for Ж.
    private static let font: [UInt8] = {
        func words(_ values: [Int]) -> [UInt8] { values.flatMap { [UInt8($0 >> 8 & 255), UInt8($0 & 255)] } }
        let square = words([1, 0, 0, 100, 100, 3, 0]) + [1, 1, 1, 1] + words([0, 0, 100, 0, 0, 100, 0, -100])
        let composed = words([-1, 0, 0, 200, 100, 0x21, 1, 0, 0, 0, 1, 0x6400])
        let map = words([
            0, 1, 3, 1, 0, 12, 4, 40, 0, 6, 0, 0, 0, 0x41, 0x416, 0xFFFF, 0, 0x41, 0x416, 0xFFFF, 1 - 0x41, 2 - 0x416, 1, 0, 0, 0,
        ])
        let half = square.count / 2
        let tables: [(String, [UInt8])] = [
            ("cmap", map), ("glyf", square + square + composed),
            ("head", words([Int](repeating: 0, count: 9) + [1000] + [Int](repeating: 0, count: 17))),
            ("hhea", words([0, 0, 900, -200] + [Int](repeating: 0, count: 13) + [3])), ("hmtx", words([500, 0, 600, 10, 1200, 20])),
            ("loca", words([0, half, half * 2, half * 2 + composed.count / 2])), ("maxp", words([1, 0, 3])),
        ]
        var file = words([1, 0, tables.count, 0, 0, 0])
        var offset = 12 + tables.count * 16
        for (name, table) in tables {
            file += Array(name.utf8) + words([0, 0, 0, offset, 0, table.count])
            offset += table.count
        }
        return file + tables.flatMap(\.1)
    }()

    /// Documents of every kind: without a table, with one, updated, signed, and with a section that is a stream.
    private static func documents() throws -> [[UInt8]] {
        var result = [document(table: false, length: "9 0 R"), document(table: true)]
        // Where the table is lost, programs differ over streams of objects, and a file that needs one is not updated.
        for bytes in [document(table: false), result[1]] {
            var update = try PDFUpdate(PDFFile(PDFBytes(bytes)))
            _ = update.add(PDFDictionary(), stream: bytes)
            _ = update.add(signature: PDFDictionary(), size: 8)
            result.append(bytes + (try update.write().appended))
        }
        let encrypted = "/Encrypt<</Filter/Standard/V 4/R 4/Length 128/P -4/O(\(String(repeating: "o", count: 32)))"
        let methods = "/U(\(String(repeating: "u", count: 32)))/CF<</StdCF<</CFM/AESV2>>>>/StmF/StdCF/StrF/StdCF>>"
        result.append(
            Array(String(decoding: result[1], as: UTF8.self).replacingOccurrences(of: "/ID", with: encrypted + methods + "/ID").utf8)
        )
        return result
    }

    /// A form with a field and a file; its boundary is "b".
    private static let multipart = Array(
        ("--b\r\nContent-Disposition: form-data; name=\"email\"\r\n\r\na@b\r\n"
            + "--b\r\ncontent-disposition: form-data; name=photo; filename=\"me.jpg\"\r\nContent-Type: image/jpeg\r\n\r\n\r\n\r\n--b--\r\n")
            .utf8
    )
}
