import Documents
import NIOCore
import ServerKit

/// A domain as this program makes it, of the instance's parts and of the other domains in ``Wiring/registered``.
///
/// Each domain's making stands in a file of its own here, with the answers to what its protocols ask of other domains; nothing has a default.
protocol WiredDomain: Domain {
    /// Makes the domain.
    ///
    /// - Throws: ``ConfigurationError`` where settings of its are wrong.
    init(wiring parts: DomainParts) throws
}

/// What domains are made of: the node, and other domains, each of which is made when it is first asked for, in whatever order they are listed.
final class DomainParts {
    let node: Node
    let metrics: Metrics
    /// Where files wait that must be in memory as a whole, of whichever domain reads them.
    let memory: ConcurrencyLimiter
    private var made: [ObjectIdentifier: any Domain] = [:]
    private var begun: [ObjectIdentifier] = []

    init(node: Node, metrics: Metrics) {
        self.node = node
        self.metrics = metrics
        memory = .memory(budget: node.configuration.documents.signingMemory, width: System.coreCount - 1)
    }

    /// The domains of a list, in its order.
    ///
    /// - Throws: ``ConfigurationError`` where settings of a domain are wrong, where domains need one another in a circle, or where one needs a
    ///   domain that is not listed: that one's routes would be answered by none.
    func all(of list: [any WiredDomain.Type]) throws -> [any Domain] {
        let domains = try list.map { try domain($0) as any Domain }
        guard made.count == Set(list.map { ObjectIdentifier($0) }).count else {
            throw ConfigurationError(setting: "domains", problem: "one needs another that Wiring.made does not list")
        }
        return domains
    }

    /// Another domain, made now where it is not made yet.
    ///
    /// - Throws: ``ConfigurationError`` where its settings are wrong, or where it needs the domain that asks for it.
    func domain<Made: WiredDomain>(_ type: Made.Type = Made.self) throws -> Made {
        let id = ObjectIdentifier(type)
        if let made = made[id] as? Made { return made }
        guard !begun.contains(id) else {
            throw ConfigurationError(setting: "domains", problem: "\(type) needs a domain that needs \(type)")
        }
        begun.append(id)
        let domain = try Made(wiring: self)
        made[id] = domain
        return domain
    }
}
