import ParaphPDF

/// Which fields a signature locks (ISO 32000-2, 12.8.2.4, tables 236 and 259).
struct FieldLock {
    enum Action {
        case all, include, exclude
    }

    var action: Action
    /// Full names; a name stands for the fields below it too.
    var fields: [String]

    /// Reads a /Lock dictionary, or the parameters of a FieldMDP transformation; nil for one that names no known action.
    init?(_ dictionary: PDFDictionary, of file: PDFFile) throws(PDFError) {
        guard let action = try file.resolve(dictionary["Action"]).name else { return nil }
        if action == "All" {
            self.action = .all
        } else if action == "Include" {
            self.action = .include
        } else if action == "Exclude" {
            self.action = .exclude
        } else {
            return nil
        }
        fields = []
        for field in try file.resolve(dictionary["Fields"]).array ?? [] {
            if let name = try file.resolve(field).string?.text { fields.append(name) }
        }
    }

    /// Whether a field may not be changed any more.
    func locks(_ name: String) -> Bool {
        let isNamed = fields.contains { $0 == name || name.hasPrefix($0 + ".") }
        switch action {
        case .all: return true
        case .include: return isNamed
        case .exclude: return !isNamed
        }
    }
}
