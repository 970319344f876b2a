import Foundation
public import Observation

/// A field of a form: refuses characters that are not allowed as they are typed, and says beside itself what is wrong.
@Observable public final class FormField {
    /// What is typed into it: which keyboard and which suggestions it wants.
    public enum Kind: Hashable, Sendable { case email, name, username, phone, organisation, position, mailedCode, recoveryCode, identifier }

    public let kind: Kind
    public let label: String
    public let hint: String?
    public let placeholder: String?
    public let isRequired: Bool
    /// What is wrong with it.
    public internal(set) var error: String?
    /// Which of the characters that were typed last are not allowed, and which are.
    public private(set) var refused: String?

    /// Its name in what is sent.
    let name: String
    private let words: Words
    private let rule: FieldRule
    private var text = ""

    init(_ kind: Kind, name: String, label: String, hint: String? = nil, placeholder: String? = nil, rule: FieldRule, words: Words) {
        self.kind = kind
        self.name = name
        self.label = label
        self.hint = hint
        self.placeholder = placeholder
        self.rule = rule
        self.words = words
        isRequired = rule.isRequired
    }

    /// What is in it; what is not allowed does not get in.
    public var value: String {
        get { text }
        set {
            let bad = Array(newValue.unicodeScalars.filter { !rule.allows($0) })
            var clean = String(String.UnicodeScalarView(newValue.unicodeScalars.filter(rule.allows)))
            if clean.unicodeScalars.count > rule.longest { clean = String(clean.prefix(rule.longest)) }
            text = clean
            refused = bad.isEmpty ? nil : explain(bad)
            if error != nil { check() }
        }
    }

    /// What is in it, without what stands around it; `nil` where it is empty.
    var given: String? {
        let given = text.trimmingCharacters(in: .whitespacesAndNewlines)
        return given.isEmpty ? nil : given
    }

    /// The person goes on: what they typed is completed and checked; that it is empty is told when the form is sent, and no earlier.
    public func leave() {
        refused = nil
        if let completed = given.flatMap(rule.completed) { text = completed }
        if given != nil || error != nil { check() }
    }

    /// Whether what is in it is right; says what is not.
    @discardableResult func check() -> Bool {
        if let given {
            error = rule.isRight(given) ? nil : rule.explain?(given) ?? wrong
        } else {
            error = rule.isRequired ? words("script.field.missing") : nil
        }
        if error != nil { refused = nil }
        return error == nil
    }

    /// Says what the server refused.
    func refuse(_ explanation: String?) {
        error = explanation ?? wrong
        refused = nil
    }

    private var wrong: String { rule.wrong ?? words("script.problem.malformed") }

    private func explain(_ bad: [Unicode.Scalar]) -> String {
        var shown: [String] = []
        for scalar in bad {
            let text = scalar.properties.isWhitespace ? words("script.field.space") : String(scalar)
            if !shown.contains(text) { shown.append(text) }
        }
        let refused = words("script.field.refused", ["characters": shown.prefix(5).joined(separator: " ")])
        return [refused, rule.allowed].compactMap(\.self).joined(separator: " ")
    }
}

/// What may be in a field.
struct FieldRule {
    var isRequired = false
    /// The longest text, in characters.
    var longest = 100
    /// Which characters may be typed.
    var allows: (Unicode.Scalar) -> Bool = { _ in true }
    /// Which these are, in words.
    var allowed: String?
    /// Whether what was typed is right, where something was.
    var isRight: (String) -> Bool = { _ in true }
    /// What was typed, with what it lacks and is known; `nil` where it lacks nothing.
    var completed: (String) -> String? = { _ in nil }
    /// What would be right, in words.
    var wrong: String?
    /// What is wrong with what was typed, where more is known.
    var explain: ((String) -> String?)?
}
