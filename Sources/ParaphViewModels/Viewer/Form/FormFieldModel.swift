public import Observation
public import ParaphPDF

/// A field of a form in a document, under the hand where it stands on its page.
@Observable public final class FormFieldModel: Identifiable {
    /// How it is filled.
    public enum Kind: Hashable, Sendable {
        /// A text is typed; of several lines, and hidden as it is typed.
        case text(isMultiline: Bool, isPassword: Bool)
        /// Boxes to tick, of which one sets a value.
        case checkbox, radio
        /// One of some options is chosen; others may be typed where it is editable.
        case choice(isEditable: Bool)
        /// Several of some options are chosen.
        case list
    }

    /// What can be chosen.
    public struct Option: Hashable, Sendable {
        public let value: String
        public let label: String
    }

    /// Where it stands.
    public struct Place: Hashable, Sendable {
        /// The page's index.
        public let page: Int
        /// Where, as the page is shown: in points, from the lower left corner.
        public let rectangle: PDFRectangle
        /// The value that a box sets there.
        public let value: String?
    }

    /// Its name in the file, which no other one has.
    public nonisolated let id: String
    /// What it is called.
    public let label: String
    public let kind: Kind
    public let isRequired: Bool
    /// Why it cannot be filled; `nil` where it can.
    public let lockedReason: String?
    /// The most characters.
    public let longest: Int?
    /// Whether its characters stand in cells.
    public let isComb: Bool
    public let options: [Option]
    public let places: [Place]
    /// What is wrong with what it holds.
    public internal(set) var error: String?
    /// Whether nothing is changed just now.
    public internal(set) var isFixed = false

    private let initial: Content
    private var content: Content?

    /// What it holds.
    enum Content: Hashable, Codable {
        case one(String), several([String])

        var isEmpty: Bool {
            switch self {
            case .one(let text): text.isEmpty
            case .several(let options): options.isEmpty
            }
        }

        var isSeveral: Bool { if case .several = self { true } else { false } }
    }

    init(_ field: FormFacts.Field, number: Int, _ words: Words) {
        id = field.name
        let named = field.label.flatMap { $0.isEmpty ? nil : $0 }
        label = named ?? words("script.filling.field", ["number": words.number(number)])
        isRequired = field.flags.contains(.required)
        lockedReason = field.isLocked ? words("script.filling.problem.locked", ["name": label]) : nil
        (longest, isComb) = (field.longest, field.flags.contains(.comb))
        options = field.options.map { Option(value: $0.export, label: $0.display) }
        places = field.widgets.map { Place(page: $0.page, rectangle: $0.rectangle, value: $0.state) }
        switch field.kind {
        case .checkbox: kind = .checkbox
        case .radio: kind = .radio
        case .choice: kind = field.takesList ? .list : .choice(isEditable: field.flags.contains(.edit))
        default: kind = .text(isMultiline: field.flags.contains(.multiline), isPassword: field.flags.contains(.password))
        }
        initial =
            switch kind {
            case .checkbox, .radio: .one(field.widgets.first(where: \.isOn)?.state ?? "")
            case .list: .several(field.value.split(separator: "\n").map(String.init))
            case .text, .choice: .one(field.value)
            }
    }

    /// What it holds: a text, the value of the box that is set, or the option that is chosen; empty for nothing.
    public var value: String {
        get { if case .one(let text) = current { text } else { "" } }
        set { set(.one(newValue)) }
    }

    /// The options that are chosen of a list.
    public var choices: [String] {
        get { if case .several(let options) = current { options } else { [] } }
        set { set(.several(newValue)) }
    }

    /// Whether it holds nothing.
    public var isEmpty: Bool { current.isEmpty }

    /// Whether the person filled it in.
    var isFilled: Bool { content != nil }

    private var current: Content { content ?? initial }

    private func set(_ new: Content) {
        let isList = kind == .list
        guard lockedReason == nil, !isFixed, isList == new.isSeveral else { return }
        content = new
        error = nil
    }

    /// What the person filled in, to be kept.
    var draft: Content? { content }

    /// Holds what the person filled in before the system ended the app, where the field still takes it.
    func restore(_ draft: Content) { set(draft) }

    /// It holds what the document has.
    func reset() { (content, error) = (nil, nil) }

    /// What it is to hold.
    var entry: FormEntry? {
        guard let content else { return nil }
        if content.isEmpty { return FormEntry(field: id, value: .empty) }
        switch content {
        case .one(let text): return FormEntry(field: id, value: .text(text.replacing("\0", with: "")))
        case .several(let options): return FormEntry(field: id, value: .choices(options))
        }
    }
}
