public import Observation
import ParaphPDF
import ParaphWire

/// The form of a document, filled before it is signed: what is typed becomes part of what is signed, and of nothing before.
///
/// A signed document shows what is in it: its fields open once the person wants to fill them for a signature of their own (``open()``), and what is
/// typed then is a draft, beside which no verdict stands.
@Observable public final class FormModel {
    /// All fields that are filled, or that a signature locks.
    public let fields: [FormFieldModel]
    /// Whether fields can be filled now; else the document is shown as it is.
    public private(set) var isOpen: Bool
    /// Whether the document is signed, so that what is typed is a draft.
    public let isSigned: Bool
    /// What is said of filling, and of drafts.
    public var hint: String { hasDrafts ? "\(words("script.filling.draft")) \(howTo)" : howTo }

    private let file: SigningFile
    private let words: Words
    private let howTo: String

    init?(_ facts: FormFacts, _ file: SigningFile, _ shown: ShownDocument, _ words: Words) {
        guard !facts.fields.isEmpty else { return nil }
        fields = facts.fields.enumerated().map { FormFieldModel($1, number: $0 + 1, words) }
        (self.file, self.words) = (file, words)
        isSigned = (shown.facts.signatures ?? 0) > 0
        isOpen = !isSigned
        howTo =
            facts.calculates
            ? words("script.filling.calculates") : shown.isOnServer ? words("script.filling.fillFile") : words("script.filling.fill")
    }

    private var fillable: [FormFieldModel] { fields.filter { $0.lockedReason == nil } }

    /// Whether there are fields to fill that are not open yet: offer ``open()``.
    public var isClosed: Bool { !isOpen && !fillable.isEmpty }

    /// Whether what is shown in fields is not in the signed document: offer ``discard()``, and show no verdict.
    public var hasDrafts: Bool { isOpen && isSigned }

    /// What the button says that opens the fields.
    public var openLabel: String { words("script.filling.open") }

    /// What the button says that closes them and forgets the draft.
    public var discardLabel: String { words("script.filling.discard") }

    /// Opens the fields of a signed document.
    public func open() { isOpen = true }

    /// Closes them again, and forgets what was typed.
    public func discard() {
        guard isSigned else { return }
        isOpen = false
        for field in fields { field.reset() }
    }

    /// Says beside the fields what the form does not take; whether it takes all.
    @discardableResult public func check() async -> Bool {
        let refusals = await file.refusals(of: entries)
        for field in fields {
            field.error = refusals.first { $0.field == field.id }.map { explain($0.reason, field.label) }
        }
        return refusals.isEmpty
    }

    /// The fields that must be filled and are not.
    public var missing: [FormFieldModel] { fields.filter { $0.isRequired && $0.lockedReason == nil && $0.isEmpty } }

    private func explain(_ reason: PDFFieldRefusal.Reason, _ name: String) -> String {
        let values = ["name": name]
        switch reason {
        case .tooLong(let most):
            return words("script.filling.problem.tooLong", ["name": name, "most": words.number(most)])
        case .noGlyph(let scalar):
            let character = Unicode.Scalar(scalar).map { String(Character($0)) } ?? ""
            return words("script.filling.problem.noGlyph", ["name": name, "character": character])
        case .oneLine: return words("script.filling.problem.oneLine", values)
        case .needsShaping: return words("script.filling.problem.needsShaping", values)
        case .locked: return words("script.filling.problem.locked", values)
        default: return words("script.filling.problem.other", values)
        }
    }

    // MARK: Signing

    /// What was filled in, to be kept, by the names of fields.
    var draft: [String: FormFieldModel.Content]? {
        let filled = fields.compactMap { field in field.draft.map { (field.id, $0) } }
        return isOpen && !filled.isEmpty ? Dictionary(filled) { first, _ in first } : nil
    }

    /// Shows what was filled in before the system ended the app; in a signed document it is a draft beside it.
    func restore(_ draft: [String: FormFieldModel.Content]) {
        isOpen = true
        for field in fields { if let content = draft[field.id] { field.restore(content) } }
    }

    /// What is filled in.
    var entries: [FormEntry] { isOpen ? fields.compactMap(\.entry) : [] }

    /// The same, as the server takes it.
    var values: [FormFieldValue] {
        entries.map { entry in
            switch entry.value {
            case .text(let text): FormFieldValue(field: entry.field, text: text)
            case .choices(let options): FormFieldValue(field: entry.field, choices: options)
            case .checked, .empty: FormFieldValue(field: entry.field)
            }
        }
    }

    /// While a signature is on its way nothing of what it signs changes.
    func fix(_ isFixed: Bool) {
        for field in fields { field.isFixed = isFixed }
    }

    /// Takes back what fields do not take any more, and says which.
    func drop(_ names: [String]) -> [String] {
        let dropped = fields.filter { names.contains($0.id) }
        for field in dropped { field.reset() }
        return dropped.map(\.label)
    }
}
