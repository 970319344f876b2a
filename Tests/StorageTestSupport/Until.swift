/// Waits until something holds, and lets other tasks go on meanwhile; a minute at most, so that a test ends where it never does.
///
/// - Parameters:
///   - what: What is waited for, for the error.
///   - condition: Whether it holds.
/// - Throws: ``NeverHeld`` after a minute; what `condition` throws; `CancellationError`.
public func until(_ what: String, _ condition: () throws -> Bool) async throws {
    let end = ContinuousClock.now.advanced(by: .seconds(60))
    while try !condition() {
        try Task.checkCancellation()
        guard ContinuousClock.now < end else { throw NeverHeld(what: what) }
        await Task.yield()
    }
}

/// Something that a test waited for did not come within a minute.
public struct NeverHeld: Error, CustomStringConvertible {
    /// What it was.
    public var what: String

    public var description: String { "it was waited for a minute, in vain: \(what)" }
}
