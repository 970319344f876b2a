public import Foundation
import ParaphWire

extension Account {
    /// Fetches all that the server keeps of the person, as one JSON file.
    ///
    /// - Parameters:
    ///   - destination: Where it is to lie; its folder must exist. What was there goes.
    ///   - approval: An approval of purpose `exportData`.
    /// - Throws: ``ClientError``: `approvalRequired`; `offline` where the network is lost; `storage` where it cannot be written.
    public func export(to destination: URL, approval: String) async throws {
        let endpoint = IdentityEndpoints.exportMe
        var call = Caller.Call(method: endpoint.method, target: endpoint.path)
        call.headers["Content-Type"] = "application/json"
        let request = ApprovedRequest(approval: approval)
        call.body = .bytes(Array(try JSONEncoder().encode(request)))
        call.options.patience = .seconds(600)
        let draft = destination.deletingLastPathComponent().appending(path: ".\(UUID().uuidString).part")
        defer { try? FileManager.default.removeItem(at: draft) }
        try await client.caller.perform(call) { response in
            do {
                let isMade = FileManager.default.createFile(atPath: draft.path, contents: nil, attributes: [.posixPermissions: 0o600])
                guard isMade else { throw ClientError(.storage, "no file can be made in the folder of the destination") }
                let file = try FileHandle(forWritingTo: draft)
                defer { try? file.close() }
                for try await piece in response.body { try file.write(contentsOf: Data(piece)) }
            } catch let error as TransportError {
                throw ClientError(.offline, error.message, cause: error)
            } catch let error as ClientError {
                throw error
            } catch {
                throw ClientError(.storage, "the file cannot be written: is there room on the device?", cause: error)
            }
        }
        guard rename(draft.path, destination.path) == 0 else { throw ClientError(.storage, "the file cannot be put at its place") }
    }
}
