import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import ParaphStorage
import ParaphWire
import ServerKit

/// Answers with the bytes of a version, or a range of them, in constant memory.
struct FileDownload: Sendable {
    let environment: FilesEnvironment

    /// Answers a GET or HEAD.
    ///
    /// - Parameters:
    ///   - fileID: The file.
    ///   - query: The version, the conditions and the range.
    ///   - personID: Who asks.
    ///   - request: A GET or HEAD.
    ///   - context: What problems are told in.
    /// - Returns: 200, 206, 304, 412 or 416.
    /// - Throws: a `Problem`: 404 for what the person may not read, 409 `incomplete` while the file is on its way.
    func answer(
        _ fileID: String,
        _ query: ContentQuery,
        for personID: String,
        request: Request,
        context: ParaphContext
    ) async throws -> Response {
        let found = try await environment.database.read {
            [store = environment.store] tx -> (FileVersion, FileRecord, ContentSelection, [FilePart], isFirst: Bool) in
            guard let file = try store.find(fileID, readableBy: personID, in: tx) else { throw Problem.notFound("file") }
            guard file.isComplete else { throw Problem.incomplete }
            guard let version = try store.version(query.version ?? file.version, of: fileID, in: tx) else {
                throw Problem.notFound("version")
            }
            let tag = EntityTag(version.hash)
            let selection = ContentSelection(
                range: query.range,
                ifRange: query.ifRange,
                ifMatch: query.ifMatch,
                ifNoneMatch: query.ifNoneMatch,
                method: request.method,
                tag: tag,
                size: version.size
            )
            let range: Range<Int>? =
                switch selection {
                case .whole: request.method == .get ? 0..<version.size : nil
                case .part(let range): range
                default: nil
                }
            let parts = try range.map { try store.parts(of: version, holding: $0, in: tx) } ?? []
            let isFirst = try request.method == .get && file.ownerID != personID && !store.hasOpened(fileID, personID, in: tx)
            return (version, file, selection, parts, isFirst)
        }
        let (version, file, selection, parts, isFirst) = found
        if isFirst {
            try await environment.database.write { [environment] tx in try environment.noteOpened(file, by: personID, in: tx) }
        }
        var response =
            switch selection {
            case .whole: Response(status: .ok, body: body(parts, 0..<version.size, context))
            case .part(let range): Response(status: .partialContent, body: body(parts, range, context))
            case .notModified: Response(status: .notModified)
            case .preconditionFailed: try Problem.otherVersion.response(from: request, context: context)
            case .unsatisfiable: try Problem.outsideFile(version.size).response(from: request, context: context)
            }
        response.headers[.eTag] = EntityTag(version.hash).description
        response.headers[.acceptRanges] = "bytes"
        response.headers[.cacheControl] = "private, no-store"
        response.headers[.xContentTypeOptions] = "nosniff"
        switch selection {
        case .whole, .part:
            response.headers[.contentType] = "application/pdf"
            response.headers[.contentDisposition] = ContentDisposition.attachment(fileName: file.fileName)
            if case .part(let range) = selection { response.headers[.contentRange] = ContentRange(range, of: version.size).description }
        case .unsatisfiable: response.headers[.contentRange] = "bytes */\(version.size)"
        case .notModified: response.headers[.contentLength] = nil
        case .preconditionFailed: break
        }
        return response
    }

    private func body(_ parts: [FilePart], _ range: Range<Int>, _ context: ParaphContext) -> ResponseBody {
        let content = environment.contents.read(parts, range: range)
        let logger = context.logger
        return ResponseBody(contentLength: range.count) { writer in
            do {
                for try await piece in content { try await writer.write(ByteBuffer(bytes: piece)) }
            } catch let error as StorageError {
                // The answer has begun: all that is left is to break it off, so that no client takes a part for the whole.
                logger.error("a file could not be read", metadata: ["code": "\(error.code)", "message": "\(error.message)"])
                throw error
            }
            try await writer.finish(nil)
        }
    }
}

extension Problem {
    fileprivate static let otherVersion = Problem(
        code: .otherVersion,
        title: "This is another version",
        detail: "The version that If-Match names is not this one; ask for the file again."
    )

    fileprivate static func outsideFile(_ size: Int) -> Problem {
        Problem(
            code: .outsideFile,
            title: "No byte lies in this range",
            detail: "The file has \(size) bytes."
        )
    }
}
