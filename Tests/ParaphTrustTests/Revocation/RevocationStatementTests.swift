import Foundation
import Testing

@testable import ParaphTrust

private let now = Date(timeIntervalSince1970: 1_800_000_000)
private let day = 86400.0

private func good(_ made: Double, until next: Double? = 7, coversExpired: Bool = true) -> RevocationStatement {
    RevocationStatement(
        revoked: nil,
        thisUpdate: now.addingTimeInterval(made * day),
        nextUpdate: next.map { now.addingTimeInterval($0 * day) },
        coversExpired: coversExpired
    )
}

private func revoked(_ date: Double, _ reason: RevocationReason?, made: Double = 0, until next: Double = 7) -> RevocationStatement {
    RevocationStatement(
        revoked: (now.addingTimeInterval(date * day), reason),
        thisUpdate: now.addingTimeInterval(made * day),
        nextUpdate: now.addingTimeInterval(next * day),
        coversExpired: true
    )
}

private func status(_ statements: RevocationStatement...) -> RevocationStatus {
    RevocationStatement.status(statements, at: now, otherwise: "nothing")
}

@Test func anAnswerCountsUntilTheNextOneIsDue() {
    #expect(status() == .unknown("nothing"))
    #expect(status(good(-1)) == .good)
    #expect(status(good(-8, until: -1)) != .good)
    #expect(status(good(-8, until: -0.001)) == .good)
    // What does not say when the next one is due counts for a day.
    #expect(status(good(-0.9, until: nil)) == .good)
    #expect(status(good(-1.1, until: nil)) != .good)
    // What was made later says all the more.
    #expect(status(good(30, until: 37)) == .good)
    // Unless the certificate may have left the list by then.
    #expect(status(good(30, until: 37, coversExpired: false)) != .good)
}

@Test func aRevocationCountsFromItsDateOnForEver() {
    let date = now.addingTimeInterval(-day)
    #expect(status(revoked(-1, .superseded)) == .revoked(at: date, reason: .superseded))
    #expect(status(good(-0.1), revoked(-1, nil)) == .revoked(at: date, reason: nil))
    #expect(status(revoked(-1, nil, made: -100, until: -90), good(0)) == .revoked(at: date, reason: nil))
    #expect(status(revoked(1, .keyCompromise, made: 2)) == .good)
}

@Test func aHoldCountsUntilALaterAnswerDoesNotKnowIt() {
    let date = now.addingTimeInterval(-3 * day)
    #expect(status(revoked(-3, .hold, made: -2)) == .revoked(at: date, reason: .hold))
    #expect(status(revoked(-3, .hold, made: -2), good(-1)) == .good)
    #expect(status(good(-2.5), revoked(-3, .hold, made: -2)) == .revoked(at: date, reason: .hold))
}
