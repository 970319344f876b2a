/// Fills the form of a file: values with the pictures that show them, as changes that are appended.
///
/// A value that a field does not take is refused with a reason, and changes nothing. Fields that a signature locks are refused. What people
/// see is what is stored: every widget of a filled field gets its picture, and /NeedAppearances goes where all show their values. /XFA, which repeats
/// the values in another form and of which programs that know it believe nothing else, is dropped; where a signature covers it, filling is
/// refused. No JavaScript runs: see ``calculates``.
///
/// A password is stored, as the form asks for it, and shown as asterisks.
public struct PDFFormFiller {
    /// The file.
    public let file: PDFFile
    /// Its fields.
    public let fields: [PDFField]
    /// Whether the form computes or reformats values by JavaScript, which is not run: such values stay as they are.
    public let calculates: Bool

    var update: PDFUpdate
    var fonts: FontSet
    let locks: FormLocks
    let form: PDFDictionary
    /// Which fields have a name: bytes, as comparing texts needs tables that a browser's module lacks.
    private var places: [[UInt8]: [Int]] = [:]
    /// The fonts of the form's resources that text can be set in, by name; nil for one that it cannot be set in.
    private var documentFonts: [PDFName: FontSet.Index?] = [:]
    private var filled: Set<Int> = []
    /// Whether the fields are gone.
    var isFlat = false

    /// The most characters of a text.
    private static let longestText = 100_000

    /// Begins to fill.
    ///
    /// - Parameters:
    ///   - file: the file, opened with its password if it has one.
    ///   - fonts: fonts to embed for characters that neither the form's fonts nor the standard ones have, in the order in which they are tried.
    /// - Throws: ``PDFError``: `password` for a locked file, and what limits say.
    public init(_ file: PDFFile, fonts: [TrueTypeFont] = []) throws(PDFError) {
        if file.isLocked { throw PDFError(.password, "The file is encrypted and the password does not open it") }
        self.file = file
        self.fonts = FontSet(fonts)
        update = try PDFUpdate(file)
        fields = try file.fields()
        form = try file.form() ?? PDFDictionary()
        locks = try FormLocks(file)
        var runs = try !(file.resolve(form["CO"]).array ?? []).isEmpty
        for (index, field) in fields.enumerated() {
            places[Array(field.name.utf8), default: []].append(index)
            if !runs, let actions = try file.resolve(field.dictionary["AA"]).dictionary {
                runs = actions["C"] != nil || actions["F"] != nil
            }
        }
        calculates = runs
    }

    /// Whether nothing was filled.
    public var isEmpty: Bool { filled.isEmpty }

    /// Fills all fields of a name; usually that is one.
    ///
    /// - Returns: why it is not filled, or nil when it is.
    /// - Throws: ``PDFError``, where the file cannot be read.
    public mutating func fill(_ name: String, with value: PDFFieldValue) throws(PDFError) -> PDFFieldRefusal? {
        guard let found = places[Array(name.utf8)], !name.isEmpty else { return PDFFieldRefusal(field: name, reason: .unknown) }
        for index in found {
            if let reason = try refusal(of: fields[index]) { return PDFFieldRefusal(field: name, reason: reason) }
        }
        for index in found {
            if let reason = try set(fields[index], value) { return PDFFieldRefusal(field: name, reason: reason) }
            filled.insert(index)
        }
        return nil
    }

    /// Why a field is not filled whatever the value; nil for one that takes values.
    ///
    /// - Throws: ``PDFError``, where the file cannot be read.
    public func refusal(of field: PDFField) throws(PDFError) -> PDFFieldRefusal.Reason? {
        if try file.resolve(file.catalog()?["NeedsRendering"]).boolean == true { return .xfa }
        if form["XFA"] != nil, locks.isSigned { return .xfa }
        try file.budget.spend(locks.cost)
        if locks.lock(field.name) { return .locked }
        if try file.flags(of: field).contains(.readOnly) { return .readOnly }
        switch field.kind {
        case .text, .checkbox, .radio, .choice: break
        case .button, .signature, .unknown: return .notFillable
        }
        guard let reference = field.reference, try update.object(reference).dictionary != nil else { return .damaged }
        return nil
    }

    private mutating func set(_ field: PDFField, _ value: PDFFieldValue) throws(PDFError) -> PDFFieldRefusal.Reason? {
        switch field.kind {
        case .text: try setText(field, value)
        case .checkbox: try setCheckbox(field, value)
        case .radio: try setRadio(field, value)
        default: try setChoice(field, value)
        }
    }

    /// The scalars of a text that can be shown, or why it cannot.
    func scalars(_ text: String) -> (scalars: [Unicode.Scalar], reason: PDFFieldRefusal.Reason?) {
        var scalars: [Unicode.Scalar] = []
        for scalar in text.unicodeScalars {
            guard scalars.count < Self.longestText else { return ([], .tooLong(Self.longestText)) }
            if scalar.needsShaping { return ([], .needsShaping) }
            scalars.append(scalar)
        }
        return (scalars, nil)
    }

    /// Changes the field's own dictionary.
    mutating func change(_ field: PDFField, _ change: (inout PDFDictionary) -> Void) throws(PDFError) {
        guard let reference = field.reference, var dictionary = try update.object(reference).dictionary else { return }
        change(&dictionary)
        update.set(.dictionary(dictionary), for: reference)
    }

    /// Shows a picture in a widget.
    mutating func show(_ picture: PDFReference, in widget: PDFReference) throws(PDFError) {
        guard var dictionary = try update.object(widget).dictionary else { return }
        dictionary["AP"] = .dictionary(PDFDictionary([PDFDictionary.Entry(PDFName("N"), .reference(picture))]))
        dictionary["AS"] = nil
        update.set(.dictionary(dictionary), for: widget)
    }

    /// What /DA and /Q say for a widget: its own entries, those of its field, those of the form.
    func style(of field: PDFField, _ widget: PDFDictionary) throws(PDFError) -> (DefaultAppearance, quadding: Int) {
        let text = try file.resolve(widget["DA"] ?? field["DA"] ?? form["DA"]).string?.bytes
        let quadding = try file.resolve(widget["Q"] ?? field["Q"] ?? form["Q"]).integer ?? 0
        return (text.map { DefaultAppearance($0) } ?? DefaultAppearance(), (0...2).contains(quadding) ? quadding : 0)
    }

    /// The fonts that a text is tried in: the form's own, the standard one of that name, then those to embed.
    mutating func order(for style: DefaultAppearance) throws(PDFError) -> [FontSet.Index] {
        var order: [FontSet.Index] = []
        if let name = style.font {
            if documentFonts[name] == nil { documentFonts[name] = try documentFont(name) }
            if let known = documentFonts[name], let index = known { order.append(index) }
        }
        let standard = style.font.flatMap { StandardFont($0) } ?? .helvetica
        order.append(fonts.standard(standard.isLatin ? standard : .helvetica))
        return order + fonts.fallbacks
    }

    private mutating func documentFont(_ name: PDFName) throws(PDFError) -> FontSet.Index? {
        let resources = try file.resolve(form["DR"]).dictionary
        guard let object = try file.resolve(resources?["Font"]).dictionary?[name], let dictionary = try file.resolve(object).dictionary,
            let font = try SimpleFont(dictionary, in: file)
        else { return nil }
        return fonts.document(font, name: name, object: object)
    }

    /// Ends filling.
    ///
    /// - Returns: the changes, to be written; of an empty form that nothing was filled in, none.
    public consuming func finish() throws(PDFError) -> PDFUpdate {
        guard !update.isEmpty else { return update }
        if isFlat {
            try fonts.finish(&update)
            return update
        }
        var isComplete = true
        if try file.resolve(form["NeedAppearances"]).boolean == true, !locks.isSigned { isComplete = try showOthers() }
        let dropsNeed = isComplete && !locks.isSigned && form["NeedAppearances"] != nil
        if dropsNeed || form["XFA"] != nil {
            try update.changeForm(signed: false) { form in
                form["XFA"] = nil
                if dropsNeed { form["NeedAppearances"] = nil }
            }
        }
        try fonts.finish(&update)
        return update
    }

    /// Makes the pictures of all fields that were not filled, as the form says that they are missing; says whether all are made.
    ///
    /// One that shows something else than the value stays, unless all are `replaced`: programs that make none anew show it, and what is signed in
    /// them must not come to say something else because another field was filled.
    mutating func showOthers(replaced: Bool = false) throws(PDFError) -> Bool {
        var isComplete = true
        for (index, field) in fields.enumerated() where !filled.contains(index) && (field.kind == .text || field.kind == .choice) {
            let node = FieldNode(inherited: field.inherited).entering(field.dictionary, file)
            var (missing, others) = (0, 0)
            for reference in field.widgets {
                let widget = try file.object(reference).dictionary ?? PDFDictionary()
                if try file.normalLook(of: widget).isNull {
                    missing += 1
                } else if try !StateComparison.shows(widget, reference, node, in: file) {
                    others += 1
                }
            }
            if replaced || missing == field.widgets.count {
                guard field.reference != nil, try showValue(of: field) else {
                    isComplete = false
                    continue
                }
            } else if missing + others > 0 {
                isComplete = false
            }
        }
        return isComplete
    }
}
