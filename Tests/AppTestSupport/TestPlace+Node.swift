import ServerKit
import TestSupport

@testable import App

extension TestPlace {
    /// Makes a place for a whole node.
    static func makeForNode() async throws -> TestPlace {
        try await make(for: Wiring.migrations, following: Wiring.registered.changeKinds)
    }
}
