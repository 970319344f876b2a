import ParaphStorage
import ParaphWire
import ServerKit

/// Pieces that come without the account's token: the system that sends them in the background may follow a redirect with all that it was given.
extension FileUploadService {
    /// Tells what sends pieces of a file for a day, and does nothing else.
    ///
    /// - Throws: a `Problem` of code `notFound` where the file is not the person's own.
    func token(for fileID: String, by personID: String) async throws -> UploadToken {
        try await environment.database.read { [environment] tx in
            let file = try FileService(environment: environment).own(fileID, of: personID, in: tx)
            let end = environment.time.now().adding(seconds: FileLimits.uploadTime)
            let sealed = try environment.store.seals.sealUpload(by: personID, until: end, fileID: file.id, in: tx)
            return UploadToken(token: Base64URL(sealed).text, expiresAt: end)
        }
    }

    /// Who sends a piece: whom a token of the file names, else who is signed in.
    func sender(of fileID: String, _ token: String?, _ context: ParaphContext) async throws -> String {
        guard let token else { return try context.requireSessionPersonID() }
        let sealed = token.utf8.count <= 1000 ? Base64URL(token) : nil
        let named = try await environment.database.read { [store = environment.store] tx in
            try sealed.flatMap { try store.seals.openUpload($0.bytes, fileID: fileID, in: tx) }
        }
        guard let named, environment.time.now() < named.end else { throw Problem.unauthenticated() }
        return named.personID
    }
}
