/// How far a file is signed, as it says itself, by whichever program.
public struct PDFSignatureCount: Hashable, Sendable {
    /// How many signatures it has, document timestamps aside.
    public let signatures: Int
    /// How many of its fields for signatures are empty.
    public let openFields: Int

    /// Takes what was counted before.
    public init(signatures: Int, openFields: Int) {
        (self.signatures, self.openFields) = (signatures, openFields)
    }

    /// Counts what a file has.
    ///
    /// - Throws: ``PDFError`` where its form cannot be read.
    public init(_ file: PDFFile) throws(PDFError) {
        signatures = try file.signatures().count { $0.kind != .timestamp }
        var open = 0
        for field in try file.fields() where field.kind == .signature {
            if try file.resolve(field["V"]).isNull { open += 1 }
        }
        openFields = open
    }
}
