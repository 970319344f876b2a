extension Int {
    /// A number with what it counts: `1 second`, `2 seconds`.
    public func counted(_ one: String, _ many: String? = nil) -> String { "\(self) \(self == 1 ? one : many ?? one + "s")" }
}
