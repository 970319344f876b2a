import Foundation

/// An e-mail or username in the form in which the server compares names: NFKC, lower case, `i` without a second dot.
struct ComparedName: Hashable, Sendable {
    /// The name as it is compared.
    let text: String
    /// The name as it was typed, without what stands around it: what the server is sent.
    let typed: String

    init(_ typed: String) {
        self.typed = typed.trimmingCharacters(in: .whitespacesAndNewlines)
        let lower = self.typed.precomposedStringWithCompatibilityMapping.lowercased()
        text = lower.replacing("i\u{307}", with: "i").precomposedStringWithCompatibilityMapping
    }
}
