@testable import ParaphPDF

/// A small form that a test writes: fields from object 10 on, on one page (3), with Helvetica and Courier as its fonts.
struct TestForm {
    private(set) var bytes: [UInt8]

    /// `entries` are those of each field, which is its own widget unless it says otherwise.
    init(
        _ entries: [String],
        form: String = "",
        page: String = "",
        catalog: String = "",
        more: [Int: String] = [:],
        annotations: String? = nil
    ) {
        let references = entries.indices.map { "\($0 + 10) 0 R" }.joined(separator: " ")
        let fonts =
            "/DA(/Helv 0 Tf 0 g)/DR<</Font<</Helv<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>"
            + "/Cour<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding/WinAnsiEncoding>>>>>>"
        var pdf = TestPDF(
            catalog: "/AcroForm<</Fields[\(references)]\(fonts)\(form)>>\(catalog)",
            page: "/MediaBox[0 0 400 400]/Annots[\(annotations ?? references)]\(page)"
        )
        for (index, entry) in entries.enumerated() {
            let widget =
                entry.contains("/Kids") ? "" : "/Type/Annot/Subtype/Widget/Rect[10 \(10 + index * 20) 210 \(26 + index * 20)]/P 3 0 R"
            let flags = entry.contains("/Kids") || entry.contains("/F ") ? "" : "/F 4"
            pdf.add(index + 10, "<<\(widget)\(flags)\(entry)>>")
        }
        for number in more.keys.sorted() { pdf.add(number, more[number] ?? "") }
        pdf.finish()
        bytes = pdf.bytes
    }

    func open() throws -> PDFFile { try PDFFile(PDFBytes(bytes)) }

    /// Fills fields; gives the file afterwards, and why fields were refused.
    func filled(_ values: [(String, PDFFieldValue)], fonts: [TrueTypeFont] = []) throws -> (file: PDFFile, refusals: [PDFFieldRefusal]) {
        var filler = try PDFFormFiller(open(), fonts: fonts)
        var refusals: [PDFFieldRefusal] = []
        for (name, value) in values { if let refusal = try filler.fill(name, with: value) { refusals.append(refusal) } }
        let update = try filler.finish()
        let appended = update.isEmpty ? [] : try update.write().appended
        return (try PDFFile(PDFBytes(bytes + appended)), refusals)
    }

    /// Why the one value is refused.
    func refusal(_ name: String, _ value: PDFFieldValue) throws -> PDFFieldRefusal.Reason? {
        let (file, refusals) = try filled([(name, value)])
        // What is refused changes nothing.
        if !refusals.isEmpty, file.bytes.count != bytes.count { return nil }
        return refusals.first?.reason
    }
}

extension PDFFile {
    func field(_ name: String) throws -> PDFField? { try fields().first { $0.name == name } }

    /// What draws a widget: its picture, or that of the state it is in.
    func drawing(_ widget: PDFReference) throws -> String {
        let dictionary = try object(widget).dictionary
        let normal = try resolve(resolve(dictionary?["AP"]).dictionary?["N"])
        if let stream = normal.stream { return String(decoding: try decoded(stream).bytes.array, as: UTF8.self) }
        guard let state = dictionary?["AS"]?.name, let stream = try resolve(normal.dictionary?[state]).stream else { return "" }
        return String(decoding: try decoded(stream).bytes.array, as: UTF8.self)
    }

    func drawing(of name: String) throws -> String {
        guard let widget = try field(name)?.widgets.first else { return "" }
        return try drawing(widget)
    }

    func value(_ name: String) throws -> String? { try field(name).flatMap { try valueText(of: $0) } }
}
