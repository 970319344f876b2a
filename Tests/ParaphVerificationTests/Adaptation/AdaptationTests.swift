import Foundation
import ParaphInk
import ParaphVerification
import Testing

@Suite struct AdaptationTests {
    private let verifier = Verifier()

    private func enrolled(_ person: SyntheticSigner, on day: Int = 20_000) throws -> AdaptiveTemplate {
        var outcome = verifier.enrol((0..<10).map { person.genuine($0) })
        if outcome.required > 0 { outcome = verifier.enrol((0..<(14 + outcome.required)).map { person.genuine($0) }) }
        return AdaptiveTemplate(try #require(outcome.template), enrolledOn: day)
    }

    /// Signs on a day; the template follows where it may.
    private func sign(_ sample: Sample, _ template: inout AdaptiveTemplate, on day: Int, policy: AdaptationPolicy = .init()) -> Verdict {
        let verdict = verifier.verify(sample, against: template, floor: policy.floor)
        if let updated = template.updated(with: sample, verdict, on: day, policy: policy) { template = updated }
        return verdict
    }

    @Test func acceptedSamplesAreAddedSpacedInTime() throws {
        let person = SyntheticSigner(seed: 3)
        var template = try enrolled(person)
        var (number, additions) = (20, [Int]())
        for day in 20_000..<20_070 {
            for _ in 0..<2 {
                _ = sign(person.genuine(number), &template, on: day)
                number += 1
            }
            additions.append(template.additions)
        }
        #expect(additions[6] == 0 && additions[12] <= 1 && additions[20] <= 2)
        #expect(template.additions == 5)
        #expect(template.template.referenceCount <= 15)
        // A clock that was put back adds nothing.
        let before = template
        for day in [0, -5, 20_000] { _ = sign(person.genuine(number), &template, on: day) }
        #expect(template == before)
    }

    @Test func whatHardlyMatchedIsNotAdded() throws {
        let person = SyntheticSigner(seed: 4)
        let template = try enrolled(person)
        let sample = person.genuine(30)
        var verdict = verifier.verify(sample, against: template)
        #expect(verdict.isMatch)
        #expect(template.updated(with: sample, verdict, on: 20_100) != nil)
        verdict.similarity = 0.85
        #expect(template.updated(with: sample, verdict, on: 20_100) == nil)
        verdict.similarity = 0.95
        verdict.isMatch = false
        #expect(template.updated(with: sample, verdict, on: 20_100) == nil)
        // Another's sample is not added whatever is said of it.
        verdict.isMatch = true
        #expect(template.updated(with: SyntheticSigner(seed: 5).genuine(0), verdict, on: 20_100) == nil)
        #expect(template.updated(with: sample.bare, verdict, on: 20_100) == nil)
    }

    @Test func aHandThatChangesIsFollowed() throws {
        var (with, without) = (0, 0)
        for seed in 0..<6 as Range<UInt64> {
            let person = SyntheticSigner(seed: seed, tool: .pen)
            var template = try enrolled(person)
            let anchors = template
            for week in 1...8 {
                for number in 0..<3 { _ = sign(person.genuine(week * 3 + number, session: 1), &template, on: 20_000 + 7 * week) }
            }
            for number in 60..<80 {
                let sample = person.genuine(number, session: 1)
                if verifier.verify(sample, against: template).similarity > 0.8 { with += 1 }
                if verifier.verify(sample, against: anchors).similarity > 0.8 { without += 1 }
            }
        }
        #expect(with > without, "\(with) of 120 with, \(without) without")
    }

    /// A forger who starts from the person's own movement and comes a little nearer to his own with each sample that is accepted.
    @Test func aPatientForgerCannotLeadTheTemplateAway() throws {
        for seed in 30..<32 as Range<UInt64> {
            let person = SyntheticSigner(seed: seed, tool: .pen)
            func reach(_ policy: AdaptationPolicy?) throws -> Double {
                var template = try enrolled(person)
                var (bend, furthest) = (0.0, 0.0)
                for week in 1...40 {
                    let forged = bent(person.genuine(100 + week), bend)
                    let isMatch: Bool
                    if let policy {
                        isMatch = sign(forged, &template, on: 20_000 + 7 * week, policy: policy).isMatch
                    } else {
                        isMatch = verifier.verify(forged, against: template).isMatch
                    }
                    guard isMatch else { continue }
                    furthest = bend
                    bend += 0.5
                }
                return furthest
            }
            let (fixed, followed) = (try reach(nil), try reach(AdaptationPolicy()))
            #expect(followed <= 1.5 * fixed + 1, "person \(seed): \(followed) instead of \(fixed)")
            // The person is still known.
            var template = try enrolled(person)
            for week in 1...40 { _ = sign(bent(person.genuine(200 + week), 0.1 * Double(week)), &template, on: 20_000 + 7 * week) }
            let own = (400..<420).count { verifier.verify(person.genuine($0), against: template).isMatch }
            #expect(own >= 18)
        }
    }

    @Test func accidentsOfAForgerGiveHimLittle() throws {
        var (before, after, insertions) = (0, 0, 0)
        for seed in 50..<56 as Range<UInt64> {
            let person = SyntheticSigner(seed: seed, tool: .pen)
            var template = try enrolled(person)
            let anchors = template
            for attempt in 0..<60 { _ = sign(person.forgery(attempt, kind: .practised), &template, on: 20_000 + 7 * attempt) }
            insertions += template.additions
            for number in 1_000..<1_040 {
                let forged = person.forgery(number, kind: .practised)
                if verifier.verify(forged, against: anchors).isMatch { before += 1 }
                if verifier.verify(forged, against: template).isMatch { after += 1 }
            }
        }
        #expect(insertions > 0)
        #expect(after <= 2 * before + 12, "\(before) of 240 before, \(after) after \(insertions) insertions")
    }

    @Test func bytesAreReadAsTheyWereWritten() throws {
        let person = SyntheticSigner(seed: 8, tool: .pen)
        var template = try enrolled(person)
        #expect(try AdaptiveTemplate(decoding: template.encoded()) == template)
        #expect(try AdaptiveTemplate(decoding: template.template.encoded()).template == template.template)
        for bytes in [template.encoded(), template.template.encoded()] {
            #expect(try AdaptiveTemplate.complexity(decoding: bytes) == template.template.complexity)
        }
        for week in 1...3 { _ = sign(person.genuine(20 + week), &template, on: 20_000 + 7 * week) }
        #expect(template.additions > 0)
        let bytes = template.encoded()
        #expect(try AdaptiveTemplate(decoding: bytes) == template)
        for count in stride(from: 0, to: bytes.count, by: 97) {
            #expect(throws: VerificationError.self) { try AdaptiveTemplate(decoding: Array(bytes.prefix(count))) }
        }
        #expect(throws: VerificationError.self) { try AdaptiveTemplate(decoding: bytes + [0]) }
        #expect(throws: VerificationError.self) { try AdaptiveTemplate(decoding: [0xAD, 9] + bytes.dropFirst(2)) }
        var wrong = bytes
        wrong[4] = 14
        #expect(throws: VerificationError.self) { try AdaptiveTemplate(decoding: wrong) }
    }

    /// A sample distorted by always the same waves, so many points of the pad high.
    private func bent(_ sample: Sample, _ size: Double) -> Sample {
        sample.mapped {
            var point = $0
            point.x += size * sin($0.x / 40 + $0.y / 25)
            point.y += size * sin($0.x / 30 - $0.y / 35 + 1)
            return point
        }
    }
}
