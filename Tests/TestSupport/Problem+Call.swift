public import ParaphWire

/// The problem that a call is refused with.
public func problem(_ call: () async throws -> some Sendable) async -> Problem? {
    do {
        _ = try await call()
        return nil
    } catch {
        return error as? Problem
    }
}
