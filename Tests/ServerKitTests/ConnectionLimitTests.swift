import HTTPTypes
import NIOCore
import NIOHTTP1
import Testing

@testable import ServerKit

@Suite struct ConnectionLimitTests {
    @Test(arguments: [96, 128, 256, 1024, 20_000, 1 << 20])
    func descriptorsStayForTheDatabaseAndForBlobs(limit: Int) {
        let budget = DescriptorBudget(limit: limit)
        #expect(budget.connections + budget.files + 64 <= limit)
        #expect(budget.isEnough)
        #expect(budget.files >= 8)
    }

    @Test func whoAsksForMoreConnectionsThanFitGetsThoseThatFit() {
        #expect(DescriptorBudget(limit: 256, most: 10_000).connections == 144)
        #expect(DescriptorBudget(limit: 20_000, most: 500).connections == 500)
        #expect(!DescriptorBudget(limit: 64).isEnough)
    }

    @Test func anOfficeBehindOneAddressHasEnough() {
        #expect(ConnectionLimits(total: 144).perNetwork == 32)
        #expect(ConnectionLimits(total: 16_384).perNetwork == 2048)
        #expect(ConnectionLimits(total: 20).perNetwork == 20)
    }

    /// Bytes in each second, and whether a body that comes so is read to its end within half an hour.
    @Test(arguments: [
        (name: "a byte in ten seconds", bytes: [1] + Array(repeating: 0, count: 9), isTaken: false),
        (name: "half the least rate", bytes: [500], isTaken: false),
        (name: "GPRS with pauses of five seconds", bytes: Array(repeating: 5000, count: 10) + Array(repeating: 0, count: 5), isTaken: true),
        (name: "a tunnel of 25 seconds", bytes: Array(repeating: 5000, count: 30) + Array(repeating: 0, count: 25), isTaken: true),
        (name: "a tunnel of 40 seconds", bytes: Array(repeating: 5000, count: 30) + Array(repeating: 0, count: 40), isTaken: false),
    ])
    func slowPeopleAreServedAndThoseWhoDripAreNot(name: String, bytes: [Int], isTaken: Bool) {
        var budget = PaceBudget(ConnectionLimits(total: 100).pace)
        for second in 0..<1800 where !budget.isSpent {
            budget.spend(.seconds(1))
            if !budget.isSpent { budget.earn(bytes: bytes[second % bytes.count]) }
        }
        #expect(!budget.isSpent == isTaken, "\(name)")
    }

    @Test func theEndOfABodyIsBoundedByItsLength() {
        var budget = PaceBudget(ConnectionLimits(total: 100).pace)
        budget.earn(bytes: 16 << 20)
        #expect(budget.left == .seconds(30))
    }

    private func isRefused(_ version: HTTPVersion, _ fields: [(String, String)]) -> Bool {
        RequestFraming.isAmbiguous(HTTPRequestHead(version: version, method: .POST, uri: "/", headers: HTTPHeaders(fields)))
    }

    @Test func oneHostAndOneWayToFindTheEndAreTaken() {
        #expect(!isRefused(.http1_1, [("Host", "sign.example.org")]))
        #expect(!isRefused(.http1_1, [("host", "[::1]:8080"), ("Content-Length", "5")]))
        #expect(!isRefused(.http1_1, [("Host", "a"), ("Transfer-Encoding", "Chunked")]))
        #expect(!isRefused(.http1_0, []))
    }

    @Test func whatCanBeReadInTwoWaysIsRefused() {
        #expect(isRefused(.http1_1, []))
        #expect(isRefused(.http1_1, [("Host", "a"), ("Host", "a")]))
        #expect(isRefused(.http1_0, [("Host", "a"), ("Host", "b")]))
        #expect(isRefused(.http1_1, [("Host", "a, b")]))
        #expect(isRefused(.http1_1, [("Host", "")]))
        for coding in ["gzip", "gzip, chunked", "identity", "chunked, chunked", "", "xchunked"] {
            #expect(isRefused(.http1_1, [("Host", "a"), ("Transfer-Encoding", coding)]))
        }
        #expect(isRefused(.http1_1, [("Host", "a"), ("Transfer-Encoding", "chunked"), ("Content-Length", "5")]))
        #expect(isRefused(.http1_0, [("Host", "a"), ("Transfer-Encoding", "chunked")]))
        #expect(isRefused(.http1_1, [("Host", "a"), ("Content-Length", "5"), ("Content-Length", "5")]))
    }

    @Test func theAuthorityOfHTTP2AndAHostBesideItMustAgree() {
        func isRefused(_ authority: String?, _ hosts: [String]) -> Bool {
            var request = HTTPRequest(method: .get, scheme: "https", authority: authority, path: "/")
            for host in hosts { request.headerFields.append(HTTPField(name: .init("host") ?? .accept, value: host)) }
            return RequestFraming.isAmbiguous(request)
        }
        #expect(!isRefused("a", []))
        #expect(!isRefused("a", ["a"]))
        #expect(isRefused("a", ["b"]))
        #expect(isRefused("a", ["a", "a"]))
        #expect(isRefused(nil, []))
        #expect(isRefused(nil, ["a"]))
    }
}
