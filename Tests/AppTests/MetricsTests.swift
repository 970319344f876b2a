import AppTestSupport
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import TestSupport
import Testing

@testable import ServerKit

@Suite struct MetricsTests {
    private static let family = Metrics.Family("paraph_things_total", "Things.", labels: ["kind"])

    @Test func countsAreToldInPrometheusFormat() {
        let metrics = Metrics()
        metrics.count(Self.family, ["a\"b\\c\nd"])
        metrics.count(Self.family, ["z"], by: 2.5)
        metrics.gauge(.init("paraph_level", "Level.")) { 3 }
        #expect(
            metrics.exposition == """
                # HELP paraph_things_total Things.
                # TYPE paraph_things_total counter
                paraph_things_total{kind="a\\"b\\\\c\\nd"} 1
                paraph_things_total{kind="z"} 2.5
                # HELP paraph_level Level.
                # TYPE paraph_level gauge
                paraph_level 3

                """
        )
    }

    @Test func bucketsOfAHistogramAddUp() {
        let metrics = Metrics()
        for seconds in [0.001, 0.005, 0.3, 99] { metrics.observe(.init("paraph_s", "S."), seconds: seconds) }
        let lines = metrics.exposition.split(separator: "\n")
        #expect(lines.contains("paraph_s_bucket{le=\"0.005\"} 2"))
        #expect(lines.contains("paraph_s_bucket{le=\"0.5\"} 3"))
        #expect(lines.contains("paraph_s_bucket{le=\"+Inf\"} 4"))
        #expect(lines.contains("paraph_s_count 4"))
    }

    @Test func labelsBeyondTheMostAreCountedTogether() {
        let metrics = Metrics()
        for number in 0..<Metrics.mostSeries + 10 { metrics.count(Self.family, ["\(number)"]) }
        #expect(metrics.exposition.contains("{kind=\"other\"} 10\n"))
        metrics.count(Self.family, ["5"])
        #expect(metrics.exposition.contains("{kind=\"5\"} 2\n"))
    }

    @Test func onlyThisMachineAndHoldersOfTheTokenAreTold() async throws {
        try await TestServer.run(.live, metricsToken: "correct horse battery") { (_, client) async throws in
            func ask(_ headers: HTTPFields) async throws -> TestResponse {
                try await client.execute(uri: "/metrics", method: .get, headers: headers)
            }
            let local = try await ask([:])
            #expect(local.status == .ok)
            let again = String(buffer: try await ask([:]).body)
            #expect(again.contains("paraph_http_requests_total{method=\"GET\",route=\"/metrics\",status=\"200\"} 1\n"))
            #expect(again.contains("process_resident_memory_bytes "))
            #expect(try await ask([.forwardedFor: "198.51.100.1"]).status == .notFound)
            #expect(try await ask([.forwardedFor: "198.51.100.1", .authorization: "Bearer correct horse battery"]).status == .ok)
            #expect(try await ask([.authorization: "Bearer wrong horse battery"]).status == .notFound)
        }
    }
}
