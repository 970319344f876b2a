/// Waits until something holds, and lets other tasks go on meanwhile; ten minutes at most, so that a test ends where it never does.
///
/// A loaded machine may take a minute for what takes a millisecond alone: the end is there for what never comes, and measures nothing.
///
/// - Parameters:
///   - what: What is waited for, for the error.
///   - condition: Whether it holds.
/// - Throws: ``NeverHeld`` after ten minutes; what `condition` throws; `CancellationError`.
public func until(_ what: String, _ condition: () async throws -> Bool) async throws {
    let end = ContinuousClock.now.advanced(by: .seconds(600))
    while try await !condition() {
        guard ContinuousClock.now < end else { throw NeverHeld(what: what) }
        try await Task.sleep(for: .milliseconds(2))
    }
}

/// Something that a test waited for did not come within ten minutes.
public struct NeverHeld: Error, CustomStringConvertible {
    /// What it was.
    public var what: String

    public var description: String { "it was waited for ten minutes, in vain: \(what)" }
}
