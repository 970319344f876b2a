/// What the signatures of a file forbid to change in its form.
struct FormLocks {
    private enum Rule {
        case all
        case these([[UInt8]])
        case allBut([[UInt8]])
    }

    private var rules: [Rule] = []
    /// Whether anything of the file is signed.
    private(set) var isSigned = false
    /// How many names must be looked at to know of one field.
    private(set) var cost = 1
    /// Whether a signature allows no change at all (ISO 32000-2, table 257, P 1).
    private(set) var forbidsAll = false

    private static let mostNames = 100_000

    /// Reads /FieldMDP and /DocMDP of the signatures (12.8.2), and the locks of their fields (12.7.5.5).
    init(_ file: PDFFile) throws(PDFError) {
        for signature in try file.signatures() {
            isSigned = true
            if let lock = try file.resolve(signature.field["Lock"]).dictionary { try add(lock, file) }
            for reference in try (file.resolve(signature.dictionary["Reference"]).array ?? []).prefix(64) {
                guard let reference = try file.resolve(reference).dictionary,
                    let method = try file.resolve(reference["TransformMethod"]).name,
                    let parameters = try file.resolve(reference["TransformParams"]).dictionary
                else { continue }
                if method == "DocMDP" || method == "FieldMDP" { try add(parameters, file) }
            }
        }
    }

    private mutating func add(_ dictionary: PDFDictionary, _ file: PDFFile) throws(PDFError) {
        if try file.resolve(dictionary["P"]).integer == 1 { forbidsAll = true }
        guard let action = try file.resolve(dictionary["Action"]).name else { return }
        var names: [[UInt8]] = []
        for name in try (file.resolve(dictionary["Fields"]).array ?? []).prefix(Self.mostNames) {
            try file.budget.spend(8)
            if let text = try file.resolve(name).string?.text { names.append(Array(text.utf8)) }
        }
        cost += names.count
        if action == "All" {
            rules.append(.all)
        } else if action == "Include" {
            rules.append(.these(names))
        } else if action == "Exclude" {
            rules.append(.allBut(names))
        }
    }

    /// Whether a field may not be changed.
    func lock(_ name: String) -> Bool {
        guard !forbidsAll else { return true }
        let name = Array(name.utf8)
        for rule in rules {
            switch rule {
            case .all: return true
            case .these(let names): if names.contains(where: { Self.isWithin(name, $0) }) { return true }
            case .allBut(let names): if !names.contains(where: { Self.isWithin(name, $0) }) { return true }
            }
        }
        return false
    }

    /// Whether a field is the named one, or one below it.
    private static func isWithin(_ name: [UInt8], _ above: [UInt8]) -> Bool {
        name.starts(with: above) && (name.count == above.count || name[above.count] == UInt8(ascii: "."))
    }
}
