/// What the bits of /Ff say (ISO 32000-2, tables 227, 229, 231 and 233).
public struct PDFFieldFlags: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    public static let readOnly = PDFFieldFlags(rawValue: 1)
    public static let required = PDFFieldFlags(rawValue: 1 << 1)
    public static let multiline = PDFFieldFlags(rawValue: 1 << 12)
    public static let password = PDFFieldFlags(rawValue: 1 << 13)
    public static let noToggleToOff = PDFFieldFlags(rawValue: 1 << 14)
    public static let combo = PDFFieldFlags(rawValue: 1 << 17)
    public static let edit = PDFFieldFlags(rawValue: 1 << 18)
    public static let fileSelect = PDFFieldFlags(rawValue: 1 << 20)
    public static let multiSelect = PDFFieldFlags(rawValue: 1 << 21)
    public static let comb = PDFFieldFlags(rawValue: 1 << 24)
    public static let radiosInUnison = PDFFieldFlags(rawValue: 1 << 25)
}

/// One of the options of a choice.
public struct PDFFieldOption: Hashable, Sendable {
    /// What is stored.
    public let export: String
    /// What people see.
    public let display: String
}

extension PDFFile {
    /// The flags of a field.
    public func flags(of field: PDFField) throws(PDFError) -> PDFFieldFlags {
        PDFFieldFlags(rawValue: try resolve(field["Ff"]).integer ?? 0)
    }

    /// How many characters a text field takes at most; nil if it does not say.
    public func longestText(of field: PDFField) throws(PDFError) -> Int? {
        guard field.kind == .text, let most = try resolve(field["MaxLen"]).integer, most > 0 else { return nil }
        return most
    }

    /// The options of a choice, in order.
    public func options(of field: PDFField) throws(PDFError) -> [PDFFieldOption] {
        guard field.kind == .choice else { return [] }
        var options: [PDFFieldOption] = []
        for option in try (resolve(field["Opt"]).array ?? []).prefix(limits.fields) {
            try budget.spend(8)
            let option = try resolve(option)
            if let text = option.string?.text {
                options.append(PDFFieldOption(export: text, display: text))
            } else if let pair = option.array, pair.count >= 2, let export = try resolve(pair[0]).string?.text,
                let display = try resolve(pair[1]).string?.text
            {
                options.append(PDFFieldOption(export: export, display: display))
            }
        }
        return options
    }

    /// The values that a check box or a group of radio buttons takes: export values where it has some, else the names of its states.
    public func states(of field: PDFField) throws(PDFError) -> [String] {
        var states: [String] = []
        var seen: Set<[UInt8]> = []
        for button in try buttons(of: field) {
            let text = button.value
            if seen.insert(Array(text.utf8)).inserted { states.append(text) }
        }
        return states
    }

    /// One of the buttons of a field.
    public struct Button {
        /// The annotation that shows it.
        public let widget: PDFReference
        /// The name of its state when it is on.
        public let state: PDFName
        /// The value that turns it on: the export value where it has one.
        public var value: String { export ?? PDFString(state.bytes).text }
        let export: String?
        /// Whether the file has a picture of it.
        let hasAppearance: Bool
    }

    /// The buttons of a check box or radio field, each with the state that it is on in.
    public func buttons(of field: PDFField) throws(PDFError) -> [Button] {
        guard field.kind == .checkbox || field.kind == .radio else { return [] }
        let exports = try resolve(field["Opt"]).array ?? []
        var buttons: [Button] = []
        for (index, widget) in field.widgets.enumerated() {
            try budget.spend(16)
            let dictionary = try object(widget).dictionary
            let export = index < exports.count ? try resolve(exports[index]).string?.text : nil
            var state: PDFName?
            // A picture that is no list of states is one of something else.
            if case .dictionary(let pictures) = try normalLook(of: dictionary ?? PDFDictionary()) {
                for entry in pictures.entries where state == nil && entry.key != "Off" { state = entry.key }
            }
            let hasAppearance = state != nil
            if state == nil, let current = try resolve(dictionary?["AS"]).name, current != "Off" { state = current }
            if state == nil { state = field.kind == .radio ? PDFName(Array("\(index)".utf8)) : PDFName("Yes") }
            guard let state else { continue }
            buttons.append(Button(widget: widget, state: state, export: export, hasAppearance: hasAppearance))
        }
        return buttons
    }
}
