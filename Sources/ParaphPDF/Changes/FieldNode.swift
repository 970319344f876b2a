/// A place in the tree of fields: what is inherited there (ISO 32000-2, 12.7.4).
struct FieldNode {
    /// The full name.
    var name = ""
    var inherited = PDFDictionary()
    var depth = 0
    /// The field itself; nil above all of them.
    var reference: PDFReference?

    private static let keys: [StaticString] = ["FT", "Ff", "V", "DA", "MaxLen", "Opt", "AA"]

    subscript(_ key: StaticString) -> PDFObject? { inherited[key] }

    /// The place below that a field's dictionary makes.
    func entering(_ dictionary: PDFDictionary, _ file: PDFFile, at reference: PDFReference? = nil) -> FieldNode {
        var node = self
        node.reference = reference
        if let own = (try? file.resolve(dictionary["T"]))?.string?.text {
            // No writer makes such long names; they only cost.
            if name.utf8.count < 4096 { node.name = name.isEmpty ? own : name + "." + own }
        }
        for key in Self.keys { if let value = dictionary[key] { node.inherited[key] = value } }
        node.depth += 1
        return node
    }
}
