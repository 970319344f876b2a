import AppTestSupport
import HTTPTypes
import HummingbirdTesting
import NIOCore
import ParaphWire
import ServerKit
import TestSupport
import Testing

@Suite struct ProblemsRouteTests {
    @Test func whereAProblemLeadsItsCodeIsExplained() async throws {
        try await TestServer.run { _, client in
            let miss = try await client.execute(uri: "/v1/nowhere", method: .get)
            let problem = try JSONBody.decode(Problem.self, from: Array(miss.body.readableBytesView))
            #expect(problem.type == "/problems#\(problem.code)")
            let page = try await client.execute(uri: "/problems", method: .get)
            #expect(page.status == .ok && page.headers[.contentType] == "text/html; charset=utf-8")
            #expect(page.headers[.cacheControl] == "public, max-age=3600" && page.body.readableBytes < 20_000)
            let text = String(buffer: page.body)
            for type in ProblemType.all {
                #expect(text.contains("<tr id=\"\(type.code)\">") && text.contains("<td>\(type.status)</td><td>\(type.meaning)</td>"))
            }
        }
    }
}
