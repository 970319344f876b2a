import ParaphInk
import ParaphInkFormats
import ParaphStorage
import ParaphVerification
import ParaphWire
import ServerKit
import SignToLoginDialect
import TestSupport
import Testing

@testable import Identity

extension DialectFixture {
    /// Registers with samples that an app sends from a network, on a device.
    func register(_ samples: [Sample], email: String, from network: String, device: String = "iPad3,1") async throws
        -> AppAccounts.Registration
    {
        let body = try DialectBody.register(key: key, email: email, samples).with("device_version", "\"\(device)\"")
        let parameters = try SignToLoginParameters(body.parameters.map { ($0.name, .json(Array($0.json.utf8))) })
        let call = try RegisterCall(parameters, now: time.now())
        let app = try #require(try await environment.database.read { try AppStore.find(self.app.id, in: $0) })
        return try await AppAccounts(environment: environment).register(call, app: app, language: .en, network: network)
    }

    /// What an app is told of a signature that it sends from a network, however often it must wait; half a minute passes first.
    func authenticate(
        _ sample: Sample,
        of email: String,
        in app: RegisteredApp? = nil,
        from network: String?
    ) async throws -> Judged {
        while true {
            time.advance(seconds: 31)
            switch try await tryOnce(sample, of: email, in: app, from: network) {
            case .judged(let judged): return judged
            case .wait(let seconds): time.advance(seconds: Int64(seconds))
            }
        }
    }

    /// What an app is told at once.
    func tryOnce(
        _ sample: Sample,
        of email: String,
        in app: RegisteredApp? = nil,
        from network: String?
    ) async throws -> AppAccounts.Authentication {
        let body = try DialectBody.authenticate(key: key, email: email, sample)
        let call = try AuthenticateCall(SignToLoginParameters(body.parameters.map { ($0.name, .json(Array($0.json.utf8))) }))
        let appID = app?.id ?? self.app.id
        let record = try #require(try await environment.database.read { try AppStore.find(appID, in: $0) })
        let accounts = AppAccounts(environment: environment)
        let person = try #require(try await accounts.person(call.email, in: record))
        return try await accounts.authenticate(call, personID: person.id, app: record, network: network)
    }

    /// What the verifier itself says of a signature as apps send it, against the first ten of its person.
    func similarity(_ sample: Sample, of signer: SyntheticSigner) throws -> Double {
        let sent = { @Sendable (sample: Sample) in try SignToLoginFormat.decode(SignToLoginFormat.encode(sample)) }
        let template = try #require(environment.verifier.enrol(try signer.samples(0..<10).map(sent)).template)
        return environment.verifier.verify(try sent(sample), against: template).similarity
    }

    /// Forgeries of which the verifier would tell a stranger something, though none matches.
    func tellingForgeries(of signer: SyntheticSigner, _ count: Int) throws -> [Sample] {
        var found: [Sample] = []
        for number in 0..<400 where found.count < count {
            let forgery = signer.forgery(number, kind: .practised)
            if (0.1..<0.45).contains(try similarity(forgery, of: signer)) { found.append(forgery) }
        }
        try #require(found.count == count)
        return found
    }

    /// Variations of one drawing, such as a program makes.
    static func variations(of signer: SyntheticSigner, _ count: Int, seed: UInt64 = 1) -> [Sample] {
        var climber = Climber(Climber.Way(step: 0.006, starts: 1), from: [signer.forgery(Int(seed), kind: .tracing)], seed: seed)
        return (0..<count).map { _ in
            defer { climber.learn(0) }
            return climber.next()
        }
    }
}
