import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import ParaphStorage
import ParaphWire
import ServerKit

/// An export on its way out, with one picture in memory at a time however many signatures there are.
struct ExportDocument: Sendable {
    let head: PersonExport
    let captures: [CaptureRecord]
    let environment: IdentityEnvironment

    /// The document as a file to keep: the head's object with one more member, `captures`.
    func response() throws -> Response {
        let head = try JSONBody.encode(head).dropLast()
        return Response(
            status: .ok,
            headers: [
                .contentType: "application/json", .cacheControl: "no-store",
                .contentDisposition: "attachment; filename=\"paraph-export.json\"",
            ],
            body: ResponseBody { writer in
                try await writer.write(ByteBuffer(bytes: head + Array(",\"captures\":[".utf8)))
                for (number, capture) in captures.enumerated() {
                    let separator: [UInt8] = number == 0 ? [] : [UInt8(ascii: ",")]
                    try await writer.write(ByteBuffer(bytes: separator + JSONBody.encode(await export(capture))))
                }
                try await writer.write(ByteBuffer(string: "]}"))
                try await writer.finish(nil)
            }
        )
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
