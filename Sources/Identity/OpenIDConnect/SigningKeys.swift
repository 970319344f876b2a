import Foundation
import JWTKit
import ParaphStorage
import ParaphWire
import ServerKit

/// Signs ID tokens, and tells clients by what they verify them.
struct SigningKeys: Sendable {
    let environment: IdentityEnvironment

    /// Signs a token by the key in use, which is made where there is none.
    func sign(_ token: some JWTPayload, by algorithm: SigningAlgorithm) async throws -> String {
        try await key(algorithm).sign(token)
    }

    /// What clients verify by: the keys in use, and those that tokens may still have been signed with.
    ///
    /// Strangers ask for it as often as they like: no secret is opened, and none is made.
    func published() async throws -> JSONWebKeySet {
        try await keys(replacedWithin: SigningKeyStore.publication)
    }

    /// The claims of a token that was signed here, however old it is; `nil` for any other.
    func open(_ token: String) async throws -> IDToken? {
        guard token.utf8.count <= 8000 else { return nil }
        let known = try await keys(replacedWithin: SigningKeyStore.memory)
        let collection = JWTKeyCollection()
        try await collection.add(jwksJSON: String(decoding: try JSONEncoder().encode(known), as: UTF8.self))
        return try? await collection.verify(token, as: IDToken.self)
    }

    /// Puts new keys in the place of those that were made until a moment.
    ///
    /// A client that verifies meanwhile finds the new key once it signs, and the old one as long as a token of it is good.
    /// - Returns: how many were replaced.
    @discardableResult func rotate(madeUntil end: Timestamp) async throws -> Int {
        let retired = try await environment.database.write { [environment] tx in
            let now = environment.time.now()
            let retired = try SigningKeyStore.retire(madeUntil: end, at: now, keys: environment.keys, in: tx)
            for algorithm in retired {
                let details = ["algorithm": algorithm.rawValue]
                try AuditStore.append(
                    .signingKeyReplaced,
                    actor: PersonAdministration.actor,
                    subject: nil,
                    details: details,
                    at: now,
                    in: tx
                )
            }
            return retired
        }
        for algorithm in retired { _ = try await key(algorithm) }
        return retired.count
    }

    /// Makes keys that are missing, and replaces those that signed long enough; where nothing is due it only reads.
    func renew() async throws {
        let end = environment.time.now().adding(seconds: -SigningKeyStore.lifetime)
        if try await environment.database.read({ try SigningKeyStore.isAny(madeUntil: end, in: $0) }) { try await rotate(madeUntil: end) }
        let made = try await environment.database.read { try SigningKeyStore.algorithmsInUse(in: $0) }
        for algorithm in SigningAlgorithm.allCases where !made.contains(algorithm) { _ = try await key(algorithm) }
    }

    private func keys(replacedWithin seconds: Int64) async throws -> JSONWebKeySet {
        let start = environment.time.now().adding(seconds: -seconds)
        return try await environment.database.read { try SigningKeyStore.publicKeys(replacedSince: start, in: $0) }
    }

    private func key(_ algorithm: SigningAlgorithm) async throws -> SigningKey {
        if let key = try await find(algorithm) { return key }
        let made = try SigningKey(algorithm)
        try await environment.database.write { [environment] tx in
            try SigningKeyStore.insert(made, algorithm, at: environment.time.now(), keys: environment.keys, in: tx)
        }
        // Another node may have been the first.
        return try await find(algorithm) ?? made
    }

    private func find(_ algorithm: SigningAlgorithm) async throws -> SigningKey? {
        try await environment.database.read { [keys = environment.keys] in try SigningKeyStore.inUse(algorithm, keys: keys, in: $0) }
    }
}

/// What administrators do with the keys that sign ID tokens.
public struct SigningKeyAdministration: Sendable {
    private let keys: SigningKeys

    /// Makes the administration of a domain.
    public init(_ domain: IdentityDomain) {
        keys = SigningKeys(environment: domain.environment)
    }

    /// Puts new keys in the place of all that are in use, while servers go on.
    ///
    /// - Returns: how many were replaced.
    public func rotate() async throws -> Int {
        try await keys.rotate(madeUntil: Timestamp(milliseconds: .max))
    }
}
