@testable import ParaphPDF

/// A document with a page of text, a form and annotations, signed with bytes that stand for a signature.
struct SignedTestPDF {
    private(set) var bytes: [UInt8]

    init(bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

    /// Writes the document; `more` adds objects from 40 on, and `unused` is object 9.
    ///
    /// Objects by number: 1 catalog, 2 pages, 3 and 4 pages, 5 and 6 their contents, 7 resources, 8 a font, 9 unused, 10 the form, 11 a text field, 12 its
    /// appearance, 13 a check box, 14 and 15 its looks, 16 and 17 signature fields, 18 a note, 19 an image laid over text, 20 a page of no tree, 21 its list of annotations.
    init(
        catalog: String = "",
        field: String = "",
        page: String = "",
        unused: String = "<</Unused true>>",
        isTagged: Bool = false,
        more: (inout TestPDF) -> Void = { _ in }
    ) {
        var pdf = TestPDF(header: "%PDF-1.7\n")
        let tags = isTagged ? "/MarkInfo<</Marked true>>/StructTreeRoot 30 0 R" : ""
        pdf.add(1, "<</Type/Catalog/Pages 2 0 R/AcroForm 10 0 R\(tags)\(catalog)>>")
        pdf.add(2, "<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2/MediaBox[0 0 600 800]/Resources 7 0 R>>")
        pdf.add(3, "<</Type/Page/Parent 2 0 R/Contents 5 0 R/Annots 21 0 R\(page)>>")
        pdf.add(4, "<</Type/Page/Parent 2 0 R/Contents 6 0 R>>")
        pdf.add(5, dictionary: "", stream: Array("BT /F1 12 Tf 100 700 Td (I owe you 100 euros) Tj ET".utf8))
        pdf.add(6, dictionary: "", stream: Array("BT /F1 12 Tf 100 700 Td (The second page) Tj ET".utf8))
        pdf.add(7, "<</Font<</F1 8 0 R>>>>")
        pdf.add(8, "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>")
        pdf.add(9, unused)
        pdf.add(10, "<</Fields[11 0 R 13 0 R 16 0 R 17 0 R]/SigFlags 1/DR<</Font<</Helv 8 0 R>>>>/DA(/Helv 0 Tf 0 g)>>")
        let widget = "/Type/Annot/Subtype/Widget/P 3 0 R/F 4"
        pdf.add(11, "<<\(widget)/FT/Tx/T(name)/Rect[100 500 300 520]/V(Ann)/DA(/Helv 12 Tf 0 g)/AP<</N 12 0 R>>>>")
        pdf.add(12, dictionary: Self.form, stream: Array("/Tx BMC BT /Helv 12 Tf 2 6 Td (Ann) Tj ET EMC".utf8))
        pdf.add(13, "<<\(widget)/FT/Btn/T(agree)/Rect[100 450 120 470]/V/Off/AS/Off/AP<</N<</Yes 14 0 R/Off 15 0 R>>>>>>")
        pdf.add(14, dictionary: Self.form, stream: Array("0 0 m 10 10 l S".utf8))
        pdf.add(15, dictionary: Self.form, stream: [])
        pdf.add(16, "<<\(widget)/FT/Sig/T(first)/Rect[0 0 0 0]\(field)>>")
        pdf.add(17, "<<\(widget)/FT/Sig/T(second)/Rect[100 100 200 150]>>")
        pdf.add(18, "<</Type/Annot/Subtype/Text/P 3 0 R/Rect[400 700 420 720]/Contents(a note)>>")
        pdf.add(19, "<</Type/Annot/Subtype/Stamp/P 3 0 R/Rect[100 690 300 720]/AP<</N 22 0 R>>>>")
        pdf.add(20, "<</Type/Page/Parent 2 0 R/Contents 6 0 R>>")
        pdf.add(21, "[11 0 R 13 0 R 16 0 R 17 0 R 18 0 R 19 0 R]")
        pdf.add(22, dictionary: Self.form, stream: Array("1 g 0 0 200 30 re f".utf8))
        if isTagged {
            pdf.add(30, "<</Type/StructTreeRoot/K 31 0 R/ParentTree 32 0 R/ParentTreeNextKey 1>>")
            pdf.add(31, "<</Type/StructElem/S/Document/P 30 0 R/K[33 0 R]>>")
            pdf.add(32, "<</Nums[0 33 0 R]>>")
            pdf.add(33, "<</Type/StructElem/S/Form/P 31 0 R/K<</Type/OBJR/Obj 11 0 R>>>>")
        }
        more(&pdf)
        pdf.finish(trailer: "/ID[<01><02>]")
        bytes = pdf.bytes
    }

    static let form = "/Type/XObject/Subtype/Form/BBox[0 0 200 20]/Resources<</Font<</Helv 8 0 R>>>>"

    /// Signs a field that is there.
    mutating func sign(_ field: Int, reference: String? = nil, appearance: Int? = nil) throws {
        var update = try begin()
        var dictionary = PDFDictionary()
        if let reference { dictionary["Reference"] = try Self.object(reference) }
        let signature = update.add(signature: dictionary, size: 16)
        var holder = try Self.dictionary(update, field)
        holder["V"] = .reference(signature)
        if let appearance { holder["AP"] = try Self.object("<</N \(appearance) 0 R>>") }
        update.set(.dictionary(holder), for: PDFReference(field))
        try write(update, signed: UInt8(field))
    }

    /// Begins an update, also of a file that nobody else would change.
    private func begin() throws -> PDFUpdate {
        let file = try PDFFile(PDFBytes(bytes))
        return (try? PDFUpdate(file)) ?? PDFUpdate(unwritten: file)
    }

    /// Certifies with a level.
    mutating func certify(_ field: Int = 16, level: Int) throws {
        try sign(field, reference: "[<</Type/SigRef/TransformMethod/DocMDP/TransformParams<</P \(level)/V/1.2>>>>]")
    }

    /// Appends an update that sets objects, given as text or as the contents of streams.
    mutating func update(_ objects: [Int: String], streams: [Int: (String, String)] = [:], trailer: String = "<<>>") throws {
        var update = try begin()
        for (number, text) in objects.sorted(by: { $0.key < $1.key }) { update.set(try Self.object(text), for: PDFReference(number)) }
        for (number, (dictionary, content)) in streams.sorted(by: { $0.key < $1.key }) {
            guard let parsed = try Self.object("<<\(dictionary)>>").dictionary else { continue }
            update.set(.stream(PDFStream(parsed, data: PDFBytes(Array(content.utf8)))), for: PDFReference(number))
        }
        update.trailer = try Self.object(trailer).dictionary ?? PDFDictionary()
        try write(update, signed: nil)
    }

    mutating func append(_ text: String) { bytes += text.utf8 }

    mutating func append(_ more: [UInt8]) { bytes += more }

    private mutating func write(_ update: PDFUpdate, signed: UInt8?) throws {
        var written = try update.write()
        if let signed { _ = written.fill([0x30, 2, signed, 0], startOfAppended: bytes.count) }
        bytes += written.appended
    }

    /// What was changed after the first signature.
    func changes(since field: String = "first") throws -> PDFChanges {
        let history = try PDFHistory(try PDFFile(PDFBytes(bytes)))
        if let signature = history.signatures.first(where: { $0.field.name == field }) { return try history.changes(since: signature) }
        // It was taken away: what was signed is the second revision.
        return try history.changes(since: history.revisions[1])
    }

    static func object(_ text: String) throws -> PDFObject {
        var parser = Parser(PDFBytes(Array(text.utf8)), limits: PDFLimits(), budget: PDFBudget())
        return try parser.object()
    }

    private static func dictionary(_ update: PDFUpdate, _ number: Int) throws -> PDFDictionary {
        try update.object(PDFReference(number)).dictionary ?? PDFDictionary()
    }

    func object(_ number: Int) throws -> PDFObject { try PDFFile(PDFBytes(bytes)).object(PDFReference(number)) }

    /// An object with some entries set.
    func text(_ number: Int, with more: String) throws -> String {
        var dictionary = try object(number).dictionary ?? PDFDictionary()
        for entry in try Self.object("<<\(more)>>").dictionary?.entries ?? [] { dictionary[entry.key] = entry.value }
        var writer = ObjectWriter()
        try writer.write(.dictionary(dictionary))
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
