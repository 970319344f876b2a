import Foundation
import ParaphWire

extension SyncEngine {
    /// Sends what waits, in its order, until one thing cannot be sent now.
    ///
    /// What the server refuses for good is given up, with the reason, and the next is sent. What may have been done and must not be done twice is
    /// given up too: its person looks what became of it.
    /// - Throws: ``ClientError``: `offline`, or a refusal that is over a little later; what is not sent yet waits on.
    public func sendWaiting() async throws {
        try await alone(.sending) { try await self.sendAll() }
    }

    private func sendAll() async throws {
        var tried: Set<String> = []
        while let waiting = try await store.outgoing().first(where: { $0.failure == nil && !tried.contains($0.id) }) {
            try Task.checkCancellation()
            tried.insert(waiting.id)
            do {
                try await send(waiting)
                try await store.remove(waiting)
            } catch let error as ClientError where !error.isTransient && error.code != .notSignedIn && error.status != 401 {
                // What it had begun meanwhile is noted in the store.
                var failed = try await store.outgoing().first { $0.id == waiting.id } ?? waiting
                failed.failure = error.problem?.code.rawValue ?? error.code.description
                try await store.update(failed)
            }
            store.tell([])
        }
    }

    private func send(_ waiting: Outgoing) async throws {
        switch waiting.action {
        case .upload(let name, let size, let begun): try await upload(waiting, name, size, begun)
        case .rename(let file, let name): _ = try await client.files.rename(file, to: name)
        case .delete(let file):
            do {
                try await client.files.delete(file)
            } catch let error as ClientError where error.isProblem(.notFound) {
                // It is gone already, which was wanted.
            }
        case .invite(let email, let file): _ = try await client.files.invite(email, to: file)
        }
    }

    private func upload(_ waiting: Outgoing, _ name: String, _ size: Int, _ begun: String?) async throws {
        let source = try FileSource(store.copy(of: waiting.id))
        var file: StoredFile?
        if let begun {
            do {
                file = try await client.files.find(begun)
            } catch let error as ClientError where error.isProblem(.notFound) {
                // It was not completed within a day, and swept.
            }
        }
        let started = if let file { file } else { try await client.files.begin(source, named: name) }
        if started.id != begun {
            var noted = waiting
            noted.action = .upload(name: name, size: size, begun: started.id)
            try await store.update(noted)
        }
        _ = try await client.files.upload(source, named: name, resuming: started) { [store] sent in
            store.sent.tell(Outgoing.Progress(id: waiting.id, sent: sent, size: size))
        }
    }
}
