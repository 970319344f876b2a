import ParaphInk
import ParaphStorage
import ParaphVerification
import ParaphWire
import TestSupport
import Testing

@testable import Identity
@testable import IdentityTestSupport

/// What is kept of a person's refused samples is bounded, and what strangers send gives way first.
@Suite struct RefusedTraceStoreTests {
    @Test func strangersGiveWayBeforeAppsAndThoseBeforeWhereThePersonSigned() async throws {
        try await DialectFixture.run { server in
            let id = try await server.person("a@example.org")
            let (app, _) = try await SelfServiceAppTests().ownApp(server)
            let trace = ReplayTrace(of: SyntheticSigner(seed: 1).genuine(0)).encoded()
            let template = TemplatePlace(personID: id)
            let kept = try await server.environment.database.write { [environment = server.environment, now = server.time.now()] tx in
                let (own, restricted) = (
                    try #require(try AppStore.find(server.app.id, in: tx)), try #require(try AppStore.find(app.id, in: tx))
                )
                let strangers = SignatureSource(own, network: nil, isFamiliar: false)
                let owner = SignatureSource(restricted, network: nil, isFamiliar: false)
                let networks = (0..<10).map { SignatureSource(own, network: "192.0.2.\($0)", isFamiliar: true) }
                for (age, source) in ([owner] + networks + [strangers]).enumerated() {
                    let at = now.adding(seconds: Int64(age))
                    try SourceWatchStore.save(SourceWatch(at: at), of: source, trying: template, in: tx)
                    for number in 0..<RefusedTraceStore.limit + 3 {
                        let history = try RefusedTraceStore.history(of: id, from: source, keys: environment.keys, in: tx)
                        let digest = TraceStore.digest(of: Array("\(source.key) \(number)".utf8))
                        let keys = environment.keys
                        try RefusedTraceStore.append(trace, digest: digest, like: [], in: history, of: id, from: source, keys: keys, in: tx)
                    }
                }
                let rows = try tx.rows("SELECT source, COUNT(*) AS count FROM refusedTrace WHERE personId = \(id) GROUP BY source")
                return try rows.map { (try $0.get("source", as: String.self), try $0.get("count", as: Int.self)) }
            }
            #expect(kept.count == 10 && kept.allSatisfy { $0.0.hasPrefix("network:") && $0.1 == RefusedTraceStore.limit }, "\(kept)")
            #expect(RefusedTraceStore.personLimit == 10 * RefusedTraceStore.limit)
        }
    }
}
