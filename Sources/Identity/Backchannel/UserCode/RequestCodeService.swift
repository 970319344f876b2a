import Hummingbird
import ParaphStorage
import ParaphWire
import ServerKit

/// The code that a person may set, without which programs that they let in nowhere do not reach them.
struct RequestCodeService: Sendable {
    let environment: IdentityEnvironment

    /// Whether there is one.
    func status(of personID: String) async throws -> RequestCodeStatus {
        try await environment.database.read { RequestCodeStatus(setAt: try RequestCodeStore.setAt(of: personID, in: $0)) }
    }

    /// Sets it, in the place of the one before.
    ///
    /// - Throws: a `malformed` ``ParaphWire/Problem``.
    func set(_ change: RequestCodeChange, by personID: String) async throws -> RequestCodeStatus {
        guard let code = RequestCode(change.code) else {
            let length = RequestCode.length
            throw Problem.invalid("code", .malformed, "must have \(length.lowerBound) to \(length.upperBound) letters and digits")
        }
        return try await environment.database.write { [environment] tx in
            let now = environment.time.now()
            try RequestCodeStore.set(code, of: personID, at: now, keys: environment.keys, in: tx)
            try ActivityStore.append(.requestCodeSet, of: personID, at: now, in: tx)
            return RequestCodeStatus(setAt: now)
        }
    }

    /// Removes it.
    func remove(by personID: String) async throws {
        try await environment.database.write { [now = environment.time.now()] tx in
            guard try RequestCodeStore.setAt(of: personID, in: tx) != nil else { return }
            try RequestCodeStore.delete(of: personID, in: tx)
            try ActivityStore.append(.requestCodeRemoved, of: personID, at: now, in: tx)
        }
    }

    /// Adds the calls.
    func addRoutes(to router: Router<ParaphContext>) {
        router.on(IdentityEndpoints.requestCode) { _, _, context in
            try await status(of: context.requireSessionPersonID())
        }
        router.on(IdentityEndpoints.setRequestCode) { change, _, context in
            try await set(change, by: context.requireSessionPersonID())
        }
        router.on(IdentityEndpoints.removeRequestCode) { _, _, context in
            try await remove(by: context.requireSessionPersonID())
            return Nothing()
        }
    }
}
