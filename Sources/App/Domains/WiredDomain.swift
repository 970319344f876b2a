import Channels
import Documents
import NIOCore
import ServerKit

/// A domain as this program makes it, of the instance's parts and of the domains before it in ``Wiring/registered``.
///
/// Each domain's making stands in a file of its own here, with the answers to what its protocols ask of other domains; nothing has a default.
protocol WiredDomain: Domain {
    /// Makes the domain.
    ///
    /// - Throws: ``ConfigurationError`` where settings of its are wrong, or where a domain that it needs stands behind it in the list.
    init(wiring parts: DomainParts) throws
}

/// What domains are made of: the node, and those domains that are made already.
struct DomainParts {
    let node: Node
    let metrics: Metrics
    /// Where files wait that must be in memory as a whole, of whichever domain reads them.
    let memory: ConcurrencyLimiter
    /// The domains until now, in the order of their list.
    private(set) var domains: [any Domain] = []

    init(node: Node, metrics: Metrics) {
        self.node = node
        self.metrics = metrics
        memory = .memory(budget: node.configuration.documents.signingMemory, width: System.coreCount - 1)
    }

    /// Makes the next domain.
    mutating func add(_ type: any WiredDomain.Type) throws { domains.append(try type.init(wiring: self)) }

    /// A domain that was made already.
    ///
    /// - Throws: ``ConfigurationError`` where it stands behind the one that needs it.
    func domain<Made: Domain>(_ type: Made.Type = Made.self) throws -> Made {
        for case let made as Made in domains { return made }
        throw ConfigurationError(setting: "domains", problem: "\(type) must stand before the domain that needs it")
    }
}
