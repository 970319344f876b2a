import ParaphStorage
import ServerKit
import TestSupport

@testable import App

extension TestPlace {
    /// Makes a place for a whole node.
    static func makeForNode() async throws -> TestPlace {
        try await make(for: Wiring.migrations, following: Wiring.registered.changeKinds)
    }

    /// Gives a node its root key where tables are there before it: else it would take them for another node's, and refuse to begin.
    func prepare(_ configuration: NodeConfiguration) throws {
        guard settings != nil else { return }
        let rootKey = configuration.rootKeyFiles(in: try DataFolder(creating: configuration.data))
        _ = try RootKey.create(at: rootKey.path)
    }
}
