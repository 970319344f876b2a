import Hummingbird
import ParaphEncoding
import ParaphStorage
import ParaphTrust
import ParaphWire
import ServerKit

/// Where a session's device is alerted, and of what.
struct PushService: Sendable {
    let environment: PushEnvironment

    /// What a device needs, and how this one is reached.
    func settings(ofSession sessionID: String) async throws -> PushSettings {
        let (keys, now) = (environment.keys, environment.time.now())
        let (kept, categories) = try await environment.database.read { tx in
            (
                try ApplicationServerKeyStore.find(keys: keys, in: tx),
                try PushSubscriptionStore.categories(ofSession: sessionID, in: tx)
            )
        }
        let key: ApplicationServerKey
        if let kept {
            key = kept
        } else {
            key = try await environment.database.write { try ApplicationServerKeyStore.findOrMake(at: now, keys: keys, in: $0) }
        }
        return PushSettings(
            webPushKey: Base64URL(key.publicKey),
            appleTopic: environment.configuration.apple?.topic,
            categories: categories
        )
    }

    /// Keeps where this session's device is reached.
    ///
    /// - Throws: a `malformed` ``Problem`` that names the part which is wrong.
    func register(_ wanted: PushRegistration, for principal: Principal, sessionID: String) async throws -> PushSettings {
        let address = try address(of: wanted)
        guard !wanted.categories.isEmpty, Set(wanted.categories).count == wanted.categories.count else {
            throw Problem.invalid("categories", .count, "must be one at least, each once")
        }
        let subscription = PushSubscription(
            id: Identifier.random(),
            personID: principal.personID,
            sessionID: sessionID,
            address: address,
            categories: wanted.categories,
            failures: 0,
            createdAt: environment.time.now()
        )
        let settings = try await settings(ofSession: sessionID)
        try await environment.database.write { [environment] tx in
            // It may have ended since it was looked at, and would never be swept.
            guard try !environment.sessions.living([sessionID], at: environment.time.now(), in: tx).isEmpty else {
                throw Problem.unauthenticated()
            }
            try PushSubscriptionStore.put(subscription, keys: environment.keys, in: tx)
        }
        var answer = settings
        answer.categories = wanted.categories.map { Open($0) }
        return answer
    }

    /// Ends the alerts of a session.
    func end(session id: String) async throws {
        try await environment.database.write { try PushSubscriptionStore.delete(session: id, in: $0) }
    }

    private func address(of wanted: PushRegistration) throws -> PushSubscription.Address {
        switch (wanted.webPush, wanted.apple) {
        case (let address?, nil):
            do {
                try environment.http.addresses.check(address.endpoint)
            } catch {
                throw Problem.invalid("webPush.endpoint", .malformed, error.description)
            }
            guard PushMessageEncryption(p256dh: address.p256dh.bytes, auth: address.auth.bytes) != nil else {
                throw Problem.invalid("webPush.p256dh", .malformed, "must be an uncompressed point of P-256, and auth 16 bytes")
            }
            return .webPush(address)
        case (nil, let address?):
            guard environment.configuration.apple != nil else {
                throw Problem.invalid("apple", .unknown, "is not taken: this server pushes to no Apple devices")
            }
            let count = address.token.utf8.count
            guard (64...200).contains(count), count.isMultiple(of: 2), Hexadecimal.isLower(address.token, count: count) else {
                throw Problem.invalid("apple.token", .malformed, "must be the token's bytes in lower-case hexadecimal, 64 to 200 digits")
            }
            return .apple(address)
        case (nil, nil): throw Problem.invalid("webPush", .missing, "or apple is needed")
        case (_?, _?): throw Problem.invalid("apple", .several, "excludes webPush")
        }
    }

    /// Adds the calls about alerts.
    func addRoutes(to router: Router<ParaphContext>) {
        router.on(PushEndpoints.settings) { _, _, context in
            try await settings(ofSession: context.requireSession().sessionID)
        }
        router.on(PushEndpoints.register) { wanted, _, context in
            let (principal, sessionID) = try context.requireSession()
            return try await register(wanted, for: principal, sessionID: sessionID)
        }
        router.on(PushEndpoints.end) { _, _, context in
            try await end(session: context.requireSession().sessionID)
            return Nothing()
        }
    }
}
