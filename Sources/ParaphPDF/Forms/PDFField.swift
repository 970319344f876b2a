/// A field of the interactive form, with what it inherits (ISO 32000-2, 12.7.4).
public struct PDFField: Sendable {
    /// What a person does with a field.
    public enum Kind: Sendable {
        case text, checkbox, radio, button, choice, signature
        /// The field says nothing, or something unknown.
        case unknown

        /// The word for it.
        public var name: String {
            switch self {
            case .text: "text"
            case .checkbox: "checkbox"
            case .radio: "radio"
            case .button: "button"
            case .choice: "choice"
            case .signature: "signature"
            case .unknown: "unknown"
            }
        }
    }

    /// The full name: the names of the fields above it and its own, with dots between.
    public let name: String
    /// What a person does with it.
    public let kind: Kind
    /// The object that it is, unless it stands directly in a list, which is wrong.
    public let reference: PDFReference?
    /// Its own dictionary.
    public let dictionary: PDFDictionary
    /// What the fields above it say, where it does not say otherwise: /FT, /Ff, /V, /DV, /DA, /Q, /MaxLen and /Opt.
    public let inherited: PDFDictionary
    /// The annotations that show it: itself, or its kids.
    public let widgets: [PDFReference]

    /// An entry of the field or of those above it.
    public subscript(_ key: StaticString) -> PDFObject? { dictionary[key] ?? inherited[key] }
}

extension PDFFile {
    private static let inheritedKeys: [StaticString] = ["FT", "Ff", "V", "DV", "DA", "Q", "MaxLen", "Opt"]

    /// The form's dictionary, if there is one (12.7.3).
    public func form() throws(PDFError) -> PDFDictionary? { try resolve(catalog()?["AcroForm"]).dictionary }

    /// All fields that hold a value, in the order of the form; one that is met twice is given once.
    public func fields() throws(PDFError) -> [PDFField] {
        struct Node {
            var object: PDFObject
            var name: String
            var inherited: PDFDictionary
            var depth: Int
        }
        var fields: [PDFField] = []
        let roots = try resolve(form()?["Fields"]).array ?? []
        var stack = roots.reversed().map { Node(object: $0, name: "", inherited: PDFDictionary(), depth: 0) }
        var seen: Set<PDFReference> = []
        while let node = stack.popLast() {
            try budget.spend(32)
            if let reference = node.object.reference, !seen.insert(reference).inserted { continue }
            guard let dictionary = try resolve(node.object).dictionary else { continue }
            let own = try resolve(dictionary["T"]).string?.text
            let name = own.map { node.name.isEmpty ? $0 : node.name + "." + $0 } ?? node.name
            var below: [PDFObject] = []
            var widgets: [PDFReference] = []
            for kid in try resolve(dictionary["Kids"]).array ?? [] {
                // A kid with a name is a field, one without is an annotation.
                try budget.spend(4)
                if try resolve(kid).dictionary?["T"] != nil { below.append(kid) } else if let kid = kid.reference { widgets.append(kid) }
            }
            if below.isEmpty {
                guard fields.count < limits.fields else { throw PDFError(.tooLarge, "The form has too many fields") }
                if widgets.isEmpty, let reference = node.object.reference { widgets = [reference] }
                let kind = try kind(dictionary, node.inherited)
                fields.append(
                    PDFField(
                        name: name,
                        kind: kind,
                        reference: node.object.reference,
                        dictionary: dictionary,
                        inherited: node.inherited,
                        widgets: widgets
                    )
                )
                continue
            }
            guard node.depth < limits.depth, name.utf8.count < 65_536 else { continue }
            var inherited = node.inherited
            for key in Self.inheritedKeys { if let value = dictionary[key] { inherited[key] = value } }
            guard stack.count + below.count <= limits.fields else { throw PDFError(.tooLarge, "The form has too many fields") }
            for kid in below.reversed() { stack.append(Node(object: kid, name: name, inherited: inherited, depth: node.depth + 1)) }
        }
        return fields
    }

    private func kind(_ dictionary: PDFDictionary, _ inherited: PDFDictionary) throws(PDFError) -> PDFField.Kind {
        guard let type = try resolve(dictionary["FT"] ?? inherited["FT"]).name else { return .unknown }
        let flags = try resolve(dictionary["Ff"] ?? inherited["Ff"]).integer ?? 0
        if type == "Tx" { return .text }
        if type == "Ch" { return .choice }
        if type == "Sig" { return .signature }
        guard type == "Btn" else { return .unknown }
        // Table 229: bit 16 is radio, bit 17 push button.
        return flags & 1 << 16 != 0 ? .button : flags & 1 << 15 != 0 ? .radio : .checkbox
    }

    /// What a field holds as text: a string, the name of a button's state, or several choices with line ends between; nil if nothing.
    public func valueText(of field: PDFField) throws(PDFError) -> String? {
        let value = try resolve(field["V"])
        if let string = value.string { return string.text }
        if let name = value.name { return PDFString(name.bytes).text }
        if let choices = value.array {
            var lines: [String] = []
            for choice in choices.prefix(limits.fields) { if let text = try resolve(choice).string?.text { lines.append(text) } }
            return lines.joined(separator: "\n")
        }
        // A long text may be a stream (12.7.5.3).
        if let stream = value.stream { return PDFString(try decoded(stream).bytes.array).text }
        return nil
    }
}
