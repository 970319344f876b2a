/// The work that may still be done on a file, counted in steps, and the caller's clock.
///
/// Every loop whose length the file decides spends from it. Not safe for use by two tasks at once, as the file that holds it is not.
public final class PDFBudget {
    private var left: Int
    private let most: Int
    private var untilClock: Int
    let isOutOfTime: (() -> Bool)?
    /// How many steps lie between two looks at the clock: a fraction of a millisecond.
    private static let interval = 1 << 16

    /// Makes a budget.
    ///
    /// - Parameters:
    ///   - steps: the most steps.
    ///   - isOutOfTime: asked now and then; where it says yes, reading ends with ``PDFError/Code/outOfTime``.
    public init(steps: Int = PDFLimits().steps, isOutOfTime: (() -> Bool)? = nil) {
        (left, most) = (steps, steps)
        untilClock = Self.interval
        self.isOutOfTime = isOutOfTime
    }

    /// Does some work with steps of its own, so that what is left stays for the rest; it gets no more than the whole had.
    func apart<Result>(_ steps: Int, _ work: () throws(PDFError) -> Result) throws(PDFError) -> Result {
        let rest = left
        left = min(steps, most)
        defer { left = rest }
        return try work()
    }

    /// Takes steps from what is left.
    @inline(__always)
    func spend(_ steps: Int = 1) throws(PDFError) {
        left &-= steps
        untilClock &-= steps
        if left < 0 || untilClock < 0 { try check() }
    }

    @inline(never)
    private func check() throws(PDFError) {
        if left < 0 {
            left = 0
            throw PDFError(.tooMuchWork, "The file takes more work to read than any document should")
        }
        untilClock = Self.interval
        if let isOutOfTime, isOutOfTime() { throw PDFError(.outOfTime, "Reading the file took too long") }
    }
}
