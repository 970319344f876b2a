import ParaphStorage
import ParaphWire
import ServerKit

extension FileService {
    /// Deletes a file with every version: one that is here whole goes to the trash, where its owner may restore it for seven days; a reader
    /// leaves it instead.
    ///
    /// Of one that is signed, or that others may read, its owner is told by mail, once for all that they delete within some minutes: a session is
    /// enough for it. Its readers are told at once.
    func delete(_ fileID: String, by personID: String) async throws {
        let blobs = try await environment.database.write { [environment, store] tx -> [BlobAddress] in
            let now = environment.time.now()
            guard let file = try store.find(fileID, in: tx) else { throw Problem.notFound("file") }
            guard file.ownerID == personID else {
                guard try store.leave(fileID, by: personID, at: now, in: tx) else { throw Problem.notFound("file") }
                try AuditStore.append(.fileLeft, actor: personID, subject: fileID, at: now, in: tx)
                return []
            }
            try AuditStore.append(.fileDeleted, actor: personID, subject: fileID, at: now, in: tx)
            try environment.people.note(.fileRemoved, of: personID, about: ActivitySubject(), in: tx)
            // Nothing can be done yet with what is on its way.
            guard file.isComplete else { return try store.delete(fileID, at: now, in: tx) }
            let readers = try store.readers(of: fileID, in: tx)
            if file.documentID != nil || !readers.isEmpty { try store.noteRemoval(by: personID, at: now, in: tx) }
            if !readers.isEmpty, let owner = try environment.people.person(personID, in: tx) {
                let notice = FileNotice.withdrawn(owner: owner.name, SharedFile(id: fileID, name: file.name))
                for reader in readers { try environment.people.send(notice, to: reader, causedBy: personID, in: tx) }
            }
            try store.trash(fileID, at: now, in: tx)
            return []
        }
        await environment.contents.discard(blobs)
    }

    /// Takes a file of the person's own out of the trash; one that is in it no more stays as it is.
    ///
    /// - Throws: a `Problem` of code `notFound` for readers too, and once its time is over.
    func restore(_ fileID: String, by personID: String) async throws -> StoredFile {
        try await environment.database.write { [environment, store] tx in
            let now = environment.time.now()
            guard let file = try store.findEvenTrashed(fileID, in: tx), file.ownerID == personID,
                file.expiresAt.map({ now < $0 }) ?? true
            else { throw Problem.notFound("file") }
            if file.trashedAt != nil {
                try store.restore(fileID, in: tx)
                try AuditStore.append(.fileRestored, actor: personID, subject: fileID, at: now, in: tx)
                try environment.people.note(.fileRestored, of: personID, about: ActivitySubject(.init(.file, fileID)), in: tx)
            }
            guard let restored = try store.find(fileID, in: tx) else { throw Problem.notFound("file") }
            return try view(restored, for: personID, in: tx)
        }
    }
}
