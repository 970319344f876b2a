import HTTPTypes
import Hummingbird
import ParaphWire
import ServerKit

extension FileService {
    /// Adds the native API's calls about files, but for signing and mail.
    func addRoutes(to router: Router<ParaphContext>) {
        router.on(FilesEndpoints.list) { query, _, _, context in
            let personID = try context.requireSessionPersonID()
            guard query.isTrashed == true else { return try await list(for: personID, after: query.after) }
            return try await listTrashed(of: personID, after: query.after)
        }
        router.on(FilesEndpoints.start, status: .created, limit: 4096) { start, _, context in
            try await self.start(start, by: context.requireSessionPersonID())
        }
        router.on(FilesEndpoints.find) { _, _, context in
            try await find(context.parameter("id"), for: context.requireSessionPersonID())
        }
        router.on(FilesEndpoints.rename, limit: 4096) { name, _, context in
            try await rename(context.parameter("id"), to: name, by: context.requireSessionPersonID())
        }
        router.on(FilesEndpoints.delete) { _, _, context in
            try await delete(context.parameter("id"), by: context.requireSessionPersonID())
            return Nothing()
        }
        router.on(FilesEndpoints.restore) { _, _, context in
            try await restore(context.parameter("id"), by: context.requireSessionPersonID())
        }
        router.on(FilesEndpoints.mail, limit: FileMailService.bodyLimit) { mail, _, context in
            let personID = try context.requireSessionPersonID()
            try await FileMailService(environment: environment)
                .send(mail, fileID: context.parameter("id"), personID: personID, in: context.language)
            return Nothing()
        }
        addContentRoutes(to: router)
        addReaderRoutes(to: router)
    }

    private func addContentRoutes(to router: Router<ParaphContext>) {
        router.on(FilesEndpoints.put) { piece, _, request, context in
            let (uploads, id) = (FileUploadService(environment: environment), try context.parameter("id"))
            let personID = try await uploads.sender(of: id, piece.uploadToken, context)
            guard let range = piece.contentRange.flatMap({ ContentRange($0) }) else {
                throw Problem.invalid("Content-Range", .malformed, "must be bytes FIRST-LAST/SIZE (RFC 9110, section 14.4)")
            }
            return try await uploads.put(request, range: range, to: id, by: personID)
        }
        router.on(FilesEndpoints.uploadToken, status: .created) { _, _, context in
            try await FileUploadService(environment: environment).token(for: context.parameter("id"), by: context.requireSessionPersonID())
        }
        router.answer(FilesEndpoints.content) { query, _, request, context in
            let personID = try context.requireSessionPersonID()
            guard query.version ?? 1 >= 1 else { throw Problem.invalid("version", .malformed, "must be a number from 1") }
            return try await FileDownload(environment: environment)
                .answer(context.parameter("id"), query, for: personID, request: request, context: context)
        }
    }

    private func addReaderRoutes(to router: Router<ParaphContext>) {
        let readers = FileReaderService(environment: environment)
        router.on(FilesEndpoints.readers) { _, _, context in
            try await readers.list(of: context.parameter("id"), for: context.requireSessionPersonID())
        }
        router.on(FilesEndpoints.invite, status: .created, limit: 4096) { invitation, _, context in
            try await readers.invite(invitation, to: context.parameter("id"), by: context.requireSessionPersonID())
        }
        router.on(FilesEndpoints.dismiss) { _, _, context in
            let personID = try context.requireSessionPersonID()
            try await readers.dismiss(context.parameter("personId"), from: context.parameter("id"), by: personID)
            return Nothing()
        }
    }
}
