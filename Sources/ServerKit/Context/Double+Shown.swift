extension Double {
    /// A similarity with two decimals in a language's way, cut and not rounded, so that a refusal never shows the threshold.
    public func shown(_ language: Language) -> String {
        let hundredths = Swift.min(100, Swift.max(0, Int((isFinite ? self : 0).clamped * 100)))
        let digits = hundredths % 100
        return "\(hundredths / 100)\(language == .en ? "." : ",")\(digits < 10 ? "0" : "")\(digits)"
    }

    /// Degrees with four decimals, some ten metres.
    public var degrees: String {
        guard isFinite, magnitude <= 180 else { return "?" }
        let units = Int((magnitude * 10_000).rounded())
        let digits = String(10_000 + units % 10_000).dropFirst()
        return "\(self < 0 && units > 0 ? "−" : "")\(units / 10_000).\(digits)°"
    }

    private var clamped: Double { Swift.min(1, Swift.max(0, self)) }
}
