import ServerKit

extension Double {
    /// A similarity with two decimals in a language's way, cut and not rounded, so that a refusal never shows the threshold.
    func shown(_ language: Language) -> String {
        let hundredths = Swift.min(100, Swift.max(0, Int((isFinite ? self : 0).clamped * 100)))
        let digits = hundredths % 100
        return "\(hundredths / 100)\(language == .en ? "." : ",")\(digits < 10 ? "0" : "")\(digits)"
    }

    private var clamped: Double { Swift.min(1, Swift.max(0, self)) }
}
