import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import ParaphStorage
import ParaphWire
import ServerKit

/// An export on its way out: signatures, what happened and what apps told are read page by page while they are written, and one picture is
/// in memory at a time, however many there are.
struct ExportDocument: Sendable {
    let head: PersonExport
    /// What other domains keep.
    let others: [ExportedMember]
    let personID: String
    let environment: IdentityEnvironment
    /// How many rows are in memory at a time.
    static let pageSize = 100

    /// The document as a file to keep: the head's object with the other domains' members and three more, `signatures`, `activity` and `captures`.
    ///
    /// What comes while it is written is left out; what is deleted meanwhile is missing.
    func response() throws -> Response {
        let head = try JSONBody.encode(head).dropLast()
        return Response(
            status: .ok,
            headers: [
                .contentType: "application/json", .cacheControl: "no-store",
                .contentDisposition: "attachment; filename=\"paraph-export.json\"",
            ],
            body: ResponseBody { writer in
                try await writer.write(ByteBuffer(bytes: head))
                for member in others { try await writer.write(ByteBuffer(bytes: Array(",\"\(member.name)\":".utf8) + member.json)) }
                for (name, first) in members {
                    try await writer.write(ByteBuffer(string: ",\"\(name)\":["))
                    var separator = ""
                    var next: Page.Reader? = first
                    while let read = next {
                        let page = try await read()
                        for item in page.items {
                            try await writer.write(ByteBuffer(bytes: try await Array(separator.utf8) + item()))
                            separator = ","
                        }
                        next = page.next
                    }
                    try await writer.write(ByteBuffer(string: "]"))
                }
                try await writer.write(ByteBuffer(string: "}"))
                try await writer.finish(nil)
            }
        )
    }

    /// What is in memory at a time, to be encoded one by one, and how to read what comes then; `nil` after the last.
    private struct Page: Sendable {
        var items: [@Sendable () async throws -> [UInt8]]
        var next: Reader?

        typealias Reader = @Sendable () async throws -> Page

        /// A page of rows, which is the last where there are fewer than it could hold.
        init<Row: Sendable>(
            _ rows: [Row],
            item: @escaping @Sendable (Row) async throws -> [UInt8],
            next: @escaping @Sendable (Row) async throws -> Page
        ) {
            items = rows.map { row in { @Sendable () async throws -> [UInt8] in try await item(row) } }
            if rows.count == pageSize, let last = rows.last { self.next = { @Sendable () async throws -> Page in try await next(last) } }
        }
    }

    private var members: [(String, Page.Reader)] {
        [
            ("signatures", { try await signatures(after: nil) }), ("activity", { try await activity(before: nil) }),
            ("captures", { try await captures(after: nil) }),
        ]
    }

    private func signatures(after last: SignatureRecord?) async throws -> Page {
        let keys = environment.keys
        let rows = try await environment.database.read { [self] tx in
            try SignatureStore.page(of: personID, after: last, until: head.exportedAt, limit: Self.pageSize, keys: keys, in: tx)
                .map { ($0, try DrawingStore.find($0.id, keys: keys, in: tx)) }
        }
        return Page(rows) {
            try JSONBody.encode(PersonExport.Signature($0, ink: $1))
        } next: {
            try await signatures(after: $0.0)
        }
    }

    private func activity(before last: Int?) async throws -> Page {
        let rows = try await environment.database.read { [self] tx in
            let words = ActivityWords(kinds: environment.domains.activityKinds, language: Language(rawValue: head.person.language) ?? .en)
            return try ActivityStore.numbered(
                of: personID,
                before: last,
                limit: Self.pageSize,
                words: words,
                keys: environment.keys,
                in: tx
            )
        }
        return Page(rows) {
            try JSONBody.encode(PersonExport.Activity($0.item))
        } next: {
            try await activity(before: $0.number)
        }
    }

    private func captures(after last: CaptureRecord?) async throws -> Page {
        let rows = try await environment.database.read { [self, keys = environment.keys] tx in
            try CaptureStore.page(of: personID, after: last, until: head.exportedAt, limit: Self.pageSize, keys: keys, in: tx)
        }
        return Page(rows) {
            try JSONBody.encode(await export($0))
        } next: {
            try await captures(after: $0)
        }
    }

    /// A capture with its picture; one that is lost must not keep the rest from its person.
    private func export(_ capture: CaptureRecord) async -> PersonExport.Capture {
        let photo: [UInt8]?
        do {
            photo = try await environment.photos.bytes(of: capture)
        } catch {
            photo = nil
            environment.logger.error("a signing photo could not be exported", metadata: ["capture": "\(capture.id)"])
        }
        return PersonExport.Capture(
            id: capture.id,
            at: capture.at,
            appId: capture.appID,
            kind: capture.kind.rawValue,
            details: capture.details,
            photo: photo.map(Base64URL.init),
            photoType: photo == nil ? nil : capture.photo?.mediaType
        )
    }
}
