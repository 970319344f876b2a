import Foundation
import ParaphClient
import ParaphWire
import Synchronization

/// A server of one person with many documents, which answers as the real one does, without its work.
final class MadeUpServer: Transport {
    /// As many as the server tells at a time.
    private static let (page, changesPage) = (50, 500)

    private struct State {
        var files: [StoredFile] = []
        var changes: [Change] = []
        var calls = 0
    }

    private let state = Mutex(State())

    init(_ count: Int) {
        let files = (0..<count).map(Self.file)
        state.withLock { $0.files = files }
    }

    private static func file(_ index: Int) -> StoredFile {
        let (size, moment) = (100_000 + index, 1_700_000_000_000 - Int64(index) * 60_000)
        let waitsFor: [String]? = index % 3 == 0 ? nil : ["Mary Smith"]
        return StoredFile(
            id: String(format: "%032x", index &* 2_654_435_761),
            name: "Lease \(index) of the flat in Garden Street.pdf",
            size: size,
            received: size,
            hash: String(format: "%064x", index),
            version: 2,
            documentId: String(format: "%032x", index),
            isOwn: index % 3 != 0,
            ownerName: "Anna Petrova",
            signerName: "Jean Dupont",
            signatures: index % 4,
            openFields: 0,
            isSignedByMe: index % 2 == 0,
            invited: 2,
            unsigned: index % 3,
            waitsFor: waitsFor,
            changedAt: Timestamp(milliseconds: moment)
        )
    }

    /// How many calls came since the last change.
    var calls: Int { state.withLock(\.calls) }

    /// Renames so many documents, from the oldest on.
    func change(_ count: Int, round: Int) {
        state.withLock { state in
            state.calls = 0
            var renamed = state.files.suffix(count)
            state.files.removeLast(renamed.count)
            for (number, place) in renamed.indices.enumerated() {
                renamed[place].name = "Renamed \(round).pdf"
                renamed[place].changedAt = Timestamp(milliseconds: 1_800_000_000_000 + Int64(round * 1_000_000 + number))
                state.changes.append(Change(kind: Open(.file), id: renamed[place].id, isRemoved: false))
            }
            state.files.insert(contentsOf: renamed.reversed(), at: 0)
        }
    }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        let parts = URLComponents(string: request.url)
        let after = parts?.queryItems?.first { $0.name == "after" }?.value
        let body = try state.withLock { state in
            state.calls += 1
            return try Self.answer(request.method, parts?.path ?? "", after, state)
        }
        let type = ["content-type": body == nil ? "application/problem+json" : "application/json"]
        return TransportResponse(status: body == nil ? 404 : 200, headers: type, body: TransportBody(body ?? []))
    }

    private static func answer(_ method: String, _ path: String, _ after: String?, _ state: State) throws -> [UInt8]? {
        switch path {
        case "/v1/changes":
            let start = after.flatMap { Int($0) } ?? state.changes.count
            let end = min(start + changesPage, state.changes.count)
            let isReset = after == nil
            let changes = Array(state.changes[start..<end])
            return try json(Changes(changes: changes, cursor: "\(end)", hasMore: end < state.changes.count, isReset: isReset))
        case "/v1/files":
            let start = after.flatMap { Int($0) } ?? 0
            let end = min(start + page, state.files.count)
            return try json(Page(items: Array(state.files[start..<end]), next: end < state.files.count ? "\(end)" : nil))
        case _ where path.hasPrefix("/v1/files/"):
            return try state.files.first { path.hasSuffix($0.id) }.map(json)
        case _ where method == "POST":
            let grant = #"{"token":"token","personId":"anna","deviceId":"phone","expiresAt":"2030-01-01T00:00:00.000Z","isEnrolled":true}"#
            return Array(grant.utf8)
        default: return Array(#"{"items":[]}"#.utf8)
        }
    }

    private static func json(_ value: some Encodable) throws -> [UInt8] { Array(try JSONEncoder().encode(value)) }
}
