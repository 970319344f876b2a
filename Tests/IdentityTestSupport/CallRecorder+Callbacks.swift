public import TestSupport

@testable public import Identity
@testable import ServerKit

/// Takes what clients are told, and answers with a status.
typealias CallbackRecorder = CallRecorder<Int>

extension CallbackRecorder: CallbackTransport {
    public func post(_ url: String, headers: [(name: String, value: String)], body: [UInt8]) async throws -> Int {
        take(url, headers: headers, body: body)
    }
}

extension IdentityServer {
    /// Has clients told of what ended, as the services beside a server do.
    func tellClients() async throws {
        while try await RequestTeller(environment: domain.environment).turn() {}
        let outbox = Outbox(keys: keys, time: time)
        let service = OutboxService(database: database, outbox: outbox, lanes: lanes, logger: domain.environment.logger)
        for lane in lanes { while try await service.sendDue(lane) > 0 {} }
    }

    private var lanes: [any OutboxLane] { domain.lanes(with: AttachmentSources([])) }
}
