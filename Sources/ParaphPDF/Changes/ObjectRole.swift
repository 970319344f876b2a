/// What an object is for: which key led to it.
enum ObjectRole {
    case catalog, form, fields, field, resources
    case appearances, states, appearance, value
    case page, annotations, annotation
    case validation, extensions, metadata, information, structure

    /// What lies behind a key of an object of this role; nil where nothing may change.
    func step(_ key: PDFName) -> ObjectRole? {
        switch self {
        case .catalog:
            if key == "AcroForm" { return .form }
            if key == "DSS" { return .validation }
            if key == "Extensions" { return .extensions }
            if key == "Metadata" { return .metadata }
            return key == "StructTreeRoot" ? .structure : nil
        case .form:
            if key == "Fields" || key == "CO" { return .fields }
            return key == "DR" ? .resources : nil
        case .resources: return .resources
        case .field, .annotation:
            if key == "AP" { return .appearances }
            if key == "Kids" { return .fields }
            if key == "V" || key == "RV" { return .value }
            if key == "P" { return .page }
            if key == "Parent" || key == "Popup" || key == "IRT" { return self }
            return nil
        case .appearances: return key == "N" || key == "R" || key == "D" ? .states : nil
        case .states: return .appearance
        case .page: return key == "Annots" ? .annotations : nil
        case .validation, .extensions: return self
        case .structure:
            if key == "Obj" { return .annotation }
            return key == "Pg" ? .page : .structure
        case .fields, .annotations, .appearance, .value, .metadata, .information: return nil
        }
    }

    /// What an element of an array of this role is.
    var element: ObjectRole? {
        switch self {
        case .fields: .field
        case .annotations: .annotation
        case .validation, .extensions, .structure: self
        default: nil
        }
    }

    /// Whether a reference that should lead to one role is right for an object of another.
    func fits(_ wanted: ObjectRole) -> Bool {
        switch (self, wanted) {
        // A widget is in the form and on the page; below /N lies an appearance or one for each state.
        case (.field, .annotation), (.annotation, .field), (.states, .appearance), (.appearance, .states): true
        default: self == wanted
        }
    }
}
