import Foundation
import ParaphWire
import Testing

/// The code of the library's article, which `scripts/check-docs` compares with it.
@Suite struct ArticleTests {
    @Test func requestsAreMadeAndAnswersRead() throws {
        let request = ChallengeRequest(purpose: .signIn, identifier: "ada@example.com", deviceId: "d1")
        let endpoint = IdentityEndpoints.createChallenge
        let body = try JSONEncoder().encode(request)
        let line = "\(endpoint.method) \(endpoint.path)"

        #expect(line == "POST /v1/challenges" && !body.isEmpty)

        let path = IdentityEndpoints.answerChallenge.path("a b")

        #expect(path == "/v1/challenges/a%20b/answers")

        let answer = try JSONEncoder().encode(Problem(code: .tooManyMails, title: "Too many", retryAfter: 30))
        let problem = try JSONDecoder().decode(Problem.self, from: answer)
        let words = problem.retryAfter.map { "Try again in \($0) seconds." } ?? ProblemType.of(problem.code)?.meaning ?? problem.title

        #expect(words == "Try again in 30 seconds.")

        let claims = CanonicalJSON.object(["purpose": .string("signIn"), "attempt": .integer(1)])
        let signedBytes = claims.bytes

        #expect(String(decoding: signedBytes, as: UTF8.self) == #"{"attempt":1,"purpose":"signIn"}"#)
    }
}
