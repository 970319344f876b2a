import Hummingbird
import ParaphStorage
import ParaphWire
import ServerKit

/// Lets in people whom an administrator has proofed, on a device that they hold.
struct InvitationService: Sendable {
    let environment: IdentityEnvironment

    /// Adds the device of who holds a link, and opens a session on it.
    ///
    /// Giving the person's recovery codes and signature anew is up to them; their other devices are told.
    func redeem(_ invitation: Invitation) async throws -> SessionGrant {
        guard (16...200).contains(invitation.token.utf8.count) else { throw Self.void }
        try invitation.device.check(subject: invitation.token)
        return try await environment.database.write { [environment] tx in
            let now = environment.time.now()
            guard let personID = try EnrolmentLinkStore.redeem(invitation.token, at: now, in: tx),
                let person = try PersonStore.find(personID, in: tx), person.status == .active
            else { throw Self.void }
            let record = DeviceRecord(invitation.device, personID: person.id, addedBy: .administrator, at: now)
            let device = try DeviceStore.insert(record, in: tx)
            try ActivityStore.append(.deviceAdded, of: person.id, at: now, deviceName: device.name, in: tx)
            try environment.notify(person, of: .deviceAdded(name: device.name), in: tx)
            return try SessionStore.grant(to: person.id, deviceID: device.id, settings: environment.settings, at: now, in: tx)
        }
    }

    func addRoutes(to router: Router<ParaphContext>) {
        router.post(RouterPath(IdentityEndpoints.redeemInvitation.path)) { request, _ in
            let invitation = try await request.decoded(as: Invitation.self, limit: 65_536)
            return try environment.response(granting: try await redeem(invitation), to: request)
        }
    }

    private static let void = Problem.forbidden("invitationVoid", "This link is used, too old or wrong; ask for a new one.")
}
