import AppTestSupport
import Documents
import Files
import Identity
import ServerKit
import TestSupport
import Testing

@testable import App

private struct Notes: QuietDomain, WiredDomain {
    init(wiring parts: DomainParts) throws { _ = try parts.domain(Comments.self) }
}

private struct Comments: QuietDomain, WiredDomain {
    init(wiring parts: DomainParts) throws { _ = try parts.domain(Reactions.self) }
}

private struct Reactions: QuietDomain, WiredDomain {
    init(wiring parts: DomainParts) throws { _ = try parts.domain(Notes.self) }
}

/// Needs a domain that no one registered.
private struct Letters: QuietDomain, WiredDomain {
    init(wiring parts: DomainParts) throws { _ = try parts.domain(IdentityDomain.self) }
}

/// How the program makes its domains.
@Suite struct WiringTests {
    @Test func domainsAreMadeInWhateverOrderTheyAreListed() async throws {
        try await TestServer.runIdle { server in
            let lanes = try Wiring(node: server.node).lanes.map(\.name)
            // Each of them is the first once, so that all that it needs is behind it.
            for first in Wiring.made.indices {
                let list = Array(Wiring.made[first...] + Wiring.made[..<first])
                let wiring = try Wiring(node: server.node, domains: list.reversed())
                #expect(wiring.domains.map { "\(type(of: $0))" } == list.reversed().map { "\($0)" })
                #expect(wiring.lanes.map(\.name).sorted() == lanes.sorted())
            }
        }
    }

    @Test func domainsThatNeedOneAnotherAreRefused() async throws {
        try await TestServer.runIdle { server in
            let error = #expect(throws: ConfigurationError.self) {
                try Wiring(node: server.node, domains: Wiring.made + [Notes.self, Comments.self, Reactions.self])
            }
            #expect(error?.problem == "Notes needs a domain that needs Notes")
        }
    }

    @Test func aDomainThatIsNeededAndNotListedIsRefused() async throws {
        try await TestServer.runIdle { server in
            let parts = DomainParts(node: server.node, metrics: Metrics())
            let error = #expect(throws: ConfigurationError.self) { try parts.all(of: [Letters.self]) }
            #expect(error?.problem == "one needs another that Wiring.made does not list")
        }
    }

    @Test func noTwoLanesOrSourcesOfAttachmentsHaveTheSameName() async throws {
        try await TestServer.runIdle { server in
            let wiring = try Wiring(node: server.node)
            let (lanes, sources) = (wiring.lanes.map(\.name), wiring.domains.compactMap { $0.attachments?.name })
            #expect(lanes.contains("mail") && Set(lanes).count == lanes.count)
            #expect(sources.contains("files") && Set(sources).count == sources.count)
        }
    }
}
