import Foundation
import HummingbirdTesting
import NIOCore
import ParaphInk
import ParaphStorage
import ParaphWire
import Synchronization
import TestSupport
import Testing

@testable import Identity
@testable import IdentityTestSupport

/// Documents that one device of a person asks another one to sign: what passes between them, and who else gets nothing of it.
@Suite struct HandOverTests {
    private static let document = String(repeating: "4e", count: 32)
    private static let digest = [UInt8](repeating: 7, count: 32)

    /// A device with a session of its own.
    private struct Party {
        var device: SimulatedDevice
        var token: String
    }

    /// A person's computer, which is the device that they registered on, and other devices of theirs.
    private struct Desk {
        let server: IdentityServer
        let person: TestPerson
        let others: [Party]
        var phone: Party { others[0] }

        func ask(_ name: String = "Lease.pdf", hash: String = HandOverTests.document) async throws -> HandOver {
            try await server.call(IdentityEndpoints.handOver, body: HandOverRequest(hash: hash, name: name), token: person.token)
        }

        func show(_ id: String, to token: String) async throws -> HandOver {
            try await server.call(IdentityEndpoints.handedOver, id, token: token)
        }

        func challenge(_ handed: HandOver, on party: Party, subject: String? = nil) async throws -> Challenge {
            try await server.call(
                IdentityEndpoints.createChallenge,
                body: ChallengeRequest(
                    purpose: .signDocument,
                    deviceId: party.device.id,
                    subject: subject ?? handed.hash,
                    handOver: handed.id
                ),
                token: party.token
            )
        }

        /// Draws on the phone; `edit` changes what the phone says.
        func draw(_ handed: HandOver, sample: Int = 1, edit: @Sendable (inout AnswerClaims) -> Void = { _ in }) async throws
            -> ChallengeResult
        {
            let challenge = try await challenge(handed, on: phone)
            return try await server.answer(challenge, by: person, person.genuine(sample), device: phone.device) {
                $0.doc = handed.hash
                $0.for = handed.deviceId
                edit(&$0)
            }
        }

        /// How a seal is refused that a device asks for.
        func refusal(_ device: SimulatedDevice, _ signatureID: String, of document: String = HandOverTests.document) async throws
            -> ProblemCode?
        {
            let request = try device.sealRequest(signatureID, document: document, digest: HandOverTests.digest, now: server.time.now())
            return await problem { try await server.domain.witness.authorize(request, personID: person.id) }?.code
        }
    }

    private static func run(devices: Int = 1, _ body: @Sendable (Desk) async throws -> Void) async throws {
        try await IdentityServer.run { server in
            let person = try await server.enrolledPerson()
            let codes = try #require(
                try await server.call(IdentityEndpoints.renewRecoveryCodes, body: ApprovedRequest(), token: person.token).codes
            )
            var others: [Party] = []
            for number in 0..<devices {
                var device = SimulatedDevice(name: "Anna’s device \(number)")
                let wanted = try await server.call(
                    IdentityEndpoints.requestDevice,
                    body: DeviceRequestRequest(identifier: person.email, device: try device.deviceKey(subject: person.email))
                )
                let admitted = try await server.call(
                    IdentityEndpoints.recoverDevice,
                    wanted.id,
                    body: RecoveryCodeRequest(recoveryCode: codes[number]),
                    headers: ["Paraph-Request-Secret": try #require(wanted.secret)]
                )
                device.id = try #require(admitted.deviceId)
                others.append(Party(device: device, token: try #require(admitted.session?.token)))
            }
            try await body(Desk(server: server, person: person, others: others))
        }
    }

    @Test func whatThePhoneDrawsTheComputerPlaces() async throws {
        try await Self.run { desk in
            let handed = try await desk.ask()
            #expect(handed.status == .waiting && handed.isHere && handed.id.utf8.count == 32)
            let shown = try await desk.show(handed.id, to: desk.phone.token)
            #expect(shown.name == "Lease.pdf" && shown.deviceName == desk.person.device.name && !shown.isHere)
            let id = try #require(try await desk.draw(handed).signatureId)
            let activity = try await desk.server.call(IdentityEndpoints.activity, token: desk.person.token)
            #expect(activity.items.first { $0.kind == "signatureGiven" }?.deviceName == "Anna’s device 0 → Anna’s phone")
            let told = try await desk.show(handed.id, to: desk.person.token)
            #expect(told.status == .drawn && told.signatureId == id && told.audience == "http://localhost:8080" && told.ink == .blue)
            #expect(told.drawing?.bytes == InkDrawing(desk.person.genuine(1))?.encoded())
            let elsewhere = try await desk.show(handed.id, to: desk.phone.token)
            #expect(elsewhere.status == .drawn && elsewhere.drawing == nil && elsewhere.signatureId == nil && elsewhere.audience == nil)
            #expect(try await desk.refusal(desk.person.device, id) == nil)
            let known = try await desk.server.database.read { try desk.server.domain.witness.signature(id, in: $0) }
            #expect(known?.deviceVersion == "Anna’s device 0 → Anna’s phone")
            desk.server.time.advance(seconds: 900)
            #expect(try await desk.show(handed.id, to: desk.person.token).drawing == nil, "it can be placed no more")
            #expect(try await desk.refusal(desk.person.device, id) == "signatureExpired")
        }
    }

    @Test func appsAskForNoneAndSeeNone() async throws {
        try await Self.run { desk in
            let handed = try await desk.ask()
            // The person's session is an app's from here on.
            try await desk.server.database.write { tx in
                try tx.execute("UPDATE session SET appId = 'a1' WHERE personId = \(desk.person.id)")
            }
            #expect(await problem { try await desk.ask() }?.code == "ownSessionRequired")
            #expect(await problem { try await desk.show(handed.id, to: desk.person.token) }?.code == "notFound")
            #expect(await problem { try await desk.show(handed.id, to: desk.phone.token) }?.code == "notFound")
        }
    }

    @Test func noOtherDevicePlacesIt() async throws {
        try await Self.run(devices: 2) { desk in
            let id = try #require(try await desk.draw(try await desk.ask()).signatureId)
            #expect(try await desk.refusal(desk.others[1].device, id) == "badAssertion", "a third device")
            #expect(try await desk.refusal(desk.phone.device, id) == "badAssertion", "the one that drew it for another")
            var named = desk.phone.device
            named.id = desk.person.device.id
            #expect(try await desk.refusal(named, id) == "badAssertion", "by the name of the right one")
            #expect(try await desk.refusal(desk.person.device, id, of: String(repeating: "4f", count: 32)) == "unknownSignature")
            #expect(try await desk.refusal(desk.person.device, id) == nil)
        }
    }

    @Test func thePhoneSaysByItsKeyForWhichDeviceItDraws() async throws {
        try await Self.run(devices: 2) { desk in
            let handed = try await desk.ask()
            for device in [nil, desk.others[1].device.id, desk.phone.device.id, ""] {
                let refusal = await problem { try await desk.draw(handed) { $0.for = device } }
                #expect(refusal?.code == "badAssertion", "\(device ?? "none")")
            }
            // What nobody asked for is for no other device.
            let challenge = try await desk.server.challenge(desk.person, .signDocument, subject: Self.document)
            let refusal = await problem {
                try await desk.server.answer(challenge, by: desk.person, desk.person.genuine(2)) {
                    $0.doc = Self.document
                    $0.for = desk.phone.device.id
                }
            }
            #expect(refusal?.code == "badAssertion")
        }
    }

    @Test func itIsSignedOnceAndForItsDocumentOnly() async throws {
        try await Self.run { desk in
            let handed = try await desk.ask()
            let other = await problem { try await desk.challenge(handed, on: desk.phone, subject: String(repeating: "4f", count: 32)) }
            #expect(other?.fields?.first?.name == "subject")
            let first = try await desk.challenge(handed, on: desk.phone)
            #expect(try await desk.draw(handed).outcome == .accepted)
            let again = await problem { try await desk.draw(handed, sample: 2) }
            #expect(again?.code == "handOverOver")
            let late = await problem {
                try await desk.server.answer(first, by: desk.person, desk.person.genuine(3), device: desk.phone.device) {
                    $0.doc = handed.hash
                    $0.for = handed.deviceId
                }
            }
            #expect(late?.code == "handOverOver", "an earlier challenge for the same")
            #expect(try await desk.server.count("signatureForDocument") == 1)
        }
    }

    @Test func onlyTheDeviceOfTheSessionDrawsAndNeverTheOneThatAsked() async throws {
        try await Self.run(devices: 2) { desk in
            let handed = try await desk.ask()
            let here = Party(device: desk.person.device, token: desk.person.token)
            #expect(await problem { try await desk.challenge(handed, on: here) }?.code == "handOverHere")
            let mixed = Party(device: desk.others[1].device, token: desk.phone.token)
            #expect(await problem { try await desk.challenge(handed, on: mixed) }?.code == "noDevice")
            let signIn = await problem {
                try await desk.server.call(
                    IdentityEndpoints.createChallenge,
                    body: ChallengeRequest(
                        purpose: .signIn,
                        identifier: desk.person.email,
                        deviceId: desk.phone.device.id,
                        handOver: handed.id
                    )
                )
            }
            #expect(signIn?.fields?.first?.name == "handOver")
        }
    }

    @Test func nobodyElseLearnsThatItIsThere() async throws {
        try await Self.run { desk in
            let handed = try await desk.ask()
            let other = try await desk.server.enrolledPerson("boris@example.org", seed: 8)
            for id in [handed.id, String(repeating: "0", count: 32)] {
                #expect(await problem { try await desk.show(id, to: other.token) }?.code == "notFound")
                let end = await problem { try await desk.server.call(IdentityEndpoints.endHandOver, id, token: other.token) }
                #expect(end?.code == "notFound")
                let theirs = Party(device: other.device, token: other.token)
                let asked = HandOver(
                    id: id,
                    status: .waiting,
                    hash: Self.document,
                    name: "",
                    deviceId: "",
                    deviceName: "",
                    isHere: false,
                    createdAt: handed.createdAt,
                    expiresAt: handed.expiresAt
                )
                #expect(await problem { try await desk.challenge(asked, on: theirs) }?.code == "notFound")
            }
            let stranger = await problem { try await desk.server.call(IdentityEndpoints.handedOver, handed.id) }
            #expect(stranger?.code == "unauthenticated")
            let stored = try await desk.server.everythingStored()
            #expect(!stored.contains(Array("Lease.pdf".utf8)), "the document's name is sealed")
        }
    }

    @Test func eitherSideEndsIt() async throws {
        try await Self.run { desk in
            let server = desk.server
            for (token, status) in [(desk.person.token, HandOver.Status.cancelled), (desk.phone.token, .declined)] {
                let handed = try await desk.ask()
                let challenge = try await desk.challenge(handed, on: desk.phone)
                _ = try await server.call(IdentityEndpoints.endHandOver, handed.id, token: token)
                for party in [desk.person.token, desk.phone.token] { #expect(try await desk.show(handed.id, to: party).status == status) }
                let refusal = await problem {
                    try await server.answer(challenge, by: desk.person, desk.person.genuine(1), device: desk.phone.device) {
                        $0.doc = handed.hash
                        $0.for = handed.deviceId
                    }
                }
                #expect(refusal?.code == "handOverOver")
            }
            let handed = try await desk.ask()
            server.time.advance(seconds: 600)
            #expect(try await desk.show(handed.id, to: desk.phone.token).status == .expired)
            #expect(await problem { try await desk.draw(handed) }?.code == "handOverOver")
        }
    }

    @Test func threeWaitAtMostAndTheOldestGoes() async throws {
        try await Self.run { desk in
            var ids: [String] = []
            for number in 0..<4 {
                ids.append(try await desk.ask("\(number).pdf").id)
                desk.server.time.advance(seconds: 1)
            }
            var states: [HandOver.Status?] = []
            for id in ids { states.append(try await desk.show(id, to: desk.phone.token).status.known) }
            #expect(states == [.cancelled, .waiting, .waiting, .waiting])
        }
    }

    @Test func aSessionThatAsksWithoutEndSpendsItsOwnOnly() async throws {
        try await Self.run(devices: 2) { desk in
            let mine = try await desk.ask()
            // Another session of the person's, as somebody else at an open browser has one.
            let other = desk.others[1].token
            let wanted = HandOverRequest(hash: Self.document, name: "other.pdf")
            for _ in 0..<HandOverStore.mostAnHour {
                _ = try await desk.server.call(IdentityEndpoints.handOver, body: wanted, token: other)
                desk.server.time.advance(seconds: 1)
            }
            let refusal = await problem { try await desk.server.call(IdentityEndpoints.handOver, body: wanted, token: other) }
            #expect(refusal?.code == "tooManyHandOvers" && refusal?.status == 429 && refusal?.retryAfter == 3540)
            #expect(try await desk.server.count("handOver") == HandOverStore.mostAnHour + 1)
            #expect(try await desk.show(mine.id, to: desk.phone.token).status == .waiting)
            _ = try await desk.ask()
            desk.server.time.advance(seconds: 3540)
            _ = try await desk.server.call(IdentityEndpoints.handOver, body: wanted, token: other)
        }
    }

    @Test(arguments: [true, false])
    func aRightSignatureForWhatEndedWhileItWasComparedCostsNoTry(isRight: Bool) async throws {
        try await Self.run { desk in
            let (server, device) = (desk.server, desk.phone.device)
            let failures = { @Sendable in
                try await server.database.read { try AttemptStore.failures(AttemptStore.scope(deviceID: device.id), in: $0) }
            }
            let handed = try await desk.ask()
            let challenge = try await desk.challenge(handed, on: desk.phone)
            let sample = isRight ? desk.person.genuine(1) : desk.person.forged(1)
            let given = try device.answer(challenge, sample, attempt: 1, now: server.time.now()) {
                $0.doc = handed.hash
                $0.for = handed.deviceId
            }
            // The try is counted in the first transaction; the second keeps what the comparison came to.
            let database = InterruptedDatabase(server.database, before: 2) {
                #expect(try await failures() == 1)
                _ = try await server.call(IdentityEndpoints.endHandOver, handed.id, token: desk.person.token)
                _ = try await server.call(IdentityEndpoints.cancelChallenge, challenge.id)
            }
            let service = AnswerService(environment: server.domain.environment.working(on: database))
            #expect(await problem { try await service.answer(challenge.id, given) }?.code == "challengeOver")
            #expect(try await failures() == (isRight ? 0 : 1))
        }
    }

    @Test func whereADeviceOrItsSessionIsGoneNothingIsPlaced() async throws {
        try await Self.run { desk in
            let server = desk.server
            // The computer's session ends while the phone draws.
            let handed = try await desk.ask()
            let challenge = try await desk.challenge(handed, on: desk.phone)
            try await server.database.write { try $0.execute("DELETE FROM session WHERE deviceId = \(desk.person.device.id)") }
            let refusal = await problem {
                try await server.answer(challenge, by: desk.person, desk.person.genuine(1), device: desk.phone.device) {
                    $0.doc = handed.hash
                    $0.for = handed.deviceId
                }
            }
            #expect(refusal?.code == "handOverOver")
        }
        for isPhone in [true, false] {
            try await Self.run { desk in
                let id = try #require(try await desk.draw(try await desk.ask()).signatureId)
                let gone = isPhone ? desk.phone.device.id : desk.person.device.id
                try await desk.server.database.write { try $0.execute("DELETE FROM device WHERE id = \(gone)") }
                let witness = desk.server.domain.witness
                let late = await problem {
                    try await desk.server.database.read { try witness.requireDevices(ofSignature: id, personID: desk.person.id, in: $0) }
                }
                #expect(late?.code == "unknownSignature", "in the transaction that keeps the seal")
                // A removed device places nothing, and neither does the other.
                for device in [desk.person.device, desk.phone.device] {
                    #expect(try await desk.refusal(device, id) == "unknownSignature")
                }
            }
        }
    }

    @Test func aComputerWhoseKeyIsAPasskeyPlacesByIt() async throws {
        try await Self.run { desk in
            let server = desk.server
            var passkey = TestPasskey()
            let approval = try await server.approval(desk.person, .protectDevice, sample: 8)
            _ = try await server.add(&passkey, to: desk.person, approval: approval, forDevice: true)
            let id = try #require(try await desk.draw(try await desk.ask()).signatureId)
            let claims = SealClaims(
                aud: "http://localhost:8080",
                dec: "seal",
                dig: Base64URL(Self.digest).text,
                doc: Self.document,
                iat: Int(server.time.now().milliseconds / 1000),
                sig: id
            )
            var stranger = TestPasskey()
            for (isRight, statement) in [(false, try stranger.statement(claims)), (true, try passkey.statement(claims))] {
                let request = SealRequest(
                    signatureId: id,
                    previousHash: Self.document,
                    digest: Base64URL(Self.digest),
                    passkey: statement
                )
                let refusal = await problem { try await server.domain.witness.authorize(request, personID: desk.person.id) }
                #expect(refusal?.code == (isRight ? nil : "badAssertion"))
            }
            #expect(try await desk.refusal(desk.person.device, id) == "badAssertion", "the key that the passkey took the place of")
        }
    }

    @Test func whatIsOverIsSweptAwayAndWhatIsNoDocumentIsRefused() async throws {
        try await Self.run { desk in
            for (hash, name, field) in [("4e", "a.pdf", "hash"), (Self.document, "", "name"), (Self.document, "a\u{202E}fdp.exe", "name")] {
                let refusal = await problem { try await desk.ask(name, hash: hash) }
                #expect(refusal?.fields?.first?.name == field)
            }
            _ = try await desk.ask()
            let sweep = IdentitySweep(environment: desk.server.domain.environment)
            for (seconds, count) in [(Int64(4199), 1), (1, 0)] {
                desk.server.time.advance(seconds: seconds)
                _ = try await sweep.turn()
                #expect(try await desk.server.count("handOver") == count)
            }
        }
    }

    @Test func theExportHoldsIt() async throws {
        try await Self.run { desk in
            let handed = try await desk.ask()
            let approved = try await desk.server.approved(desk.person, .exportData, sample: 9)
            let response = try await desk.server.send(IdentityEndpoints.exportMe, body: approved, token: desk.person.token)
            let export = try JSONDecoder().decode(Taken.self, from: Data(response.body.readableBytesView))
            #expect(export.handOvers.map(\.id) == [handed.id] && export.handOvers.first?.name == "Lease.pdf")
        }
    }

    private struct Taken: Decodable {
        let handOvers: [HandOver]
    }
}

/// A database in which something happens before a transaction of a number.
private final class InterruptedDatabase: Database {
    private let base: any Database
    private let number: Int
    private let happening: @Sendable () async throws -> Void
    private let writes = Mutex(0)

    init(_ base: any Database, before number: Int, _ happening: @escaping @Sendable () async throws -> Void) {
        (self.base, self.number, self.happening) = (base, number, happening)
    }

    func read<Value: Sendable>(_ body: @escaping @Sendable (any ReadTransaction) throws -> Value) async throws -> Value {
        try await base.read(body)
    }

    @discardableResult
    func write<Value: Sendable>(_ body: @escaping @Sendable (any WriteTransaction) throws -> Value) async throws -> Value {
        let write = writes.withLock { writes in
            writes += 1
            return writes
        }
        if write == number { try await happening() }
        return try await base.write(body)
    }

    func migrate(_ migrations: [Migration]) async throws { try await base.migrate(migrations) }
    func pending(_ migrations: [Migration]) async throws -> [Migration] { try await base.pending(migrations) }
    func tables() async throws -> [TableShape] { try await base.tables() }
    func wakeUps(for topic: Topic) -> AsyncStream<Void> { base.wakeUps(for: topic) }
    func close() async { await base.close() }
}

extension IdentityEnvironment {
    /// The same on another database.
    fileprivate func working(on database: any Database) -> IdentityEnvironment {
        IdentityEnvironment(
            database: database,
            keys: keys,
            blobs: blobs,
            verifier: verifier,
            mailer: mailer,
            time: time,
            site: site,
            settings: settings,
            logger: logger,
            metrics: metrics,
            bench: bench,
            passwordBench: passwordBench,
            domains: domains,
            people: people
        )
    }
}
