import Foundation
import ParaphClient
import ParaphWire

extension ViewerModel {
    /// Whether the document can be brought to Files: it lies on this device alone, and nothing of it is on its way.
    public var isKeepable: Bool {
        guard case .device = source, let shown, !isUnsaved, !isBusy else { return false }
        return (signing != nil || shown.facts.isLocked) && form?.hasDrafts != true
    }

    /// What the buttons say that bring it to Files, and what follows.
    public var keepLabel: String { words("files.keep") }
    public var keepNote: String { words("files.what") }
    public var keepChoice: String { words("files.choice") }
    public var moveLabel: String { words("files.move") }
    public var copyLabel: String { words("files.copy") }

    /// Brings the document to Files, where others can be let in; what the network loses is sent again.
    ///
    /// - Parameter isMoved: Whether it leaves this device once the server has all of it, and is shown from there.
    public func keepInFiles(isMoved: Bool) async {
        guard isKeepable, case .device(let name) = source else { return }
        await work.perform(words, again: { [weak self] in await self?.keepInFiles(isMoved: isMoved) }, take: { takeUnsent($0, isMoved) }) {
            defer { progress = nil }
            let kept = try await send(name)
            (begun, signedText) = (nil, nil)
            if isMoved {
                try await places.documents.remove(name)
                source = .file(kept.id)
            }
        }
        guard notice == nil else { return }
        if isMoved { await load() }
        if notice == nil { work.notice = Notice(words("script.files.there", ["name": name]), kind: .good) }
    }

    private func send(_ name: String) async throws -> StoredFile {
        let file = try FileSource(places.documents.url(of: name))
        let files = context.client.files
        let begun = if let begun { begun } else { try await files.begin(file, named: name) }
        self.begun = begun
        return try await showing(file.size) { try await files.upload(file, named: name, resuming: begun, progress: $0) }
    }

    private func takeUnsent(_ error: ClientError, _ isMoved: Bool) -> Bool {
        let code = error.problem?.code.rawValue ?? (error.code == .offline ? "offline" : "")
        guard let text = words.known("script.files.unsent.\(code)") ?? words.known("script.files.problem.\(code)") else { return false }
        let told = text.replacing("{name}", with: name)
        // What the server has no more is begun anew.
        if error.status == 404 { begun = nil }
        if error.isTransient {
            work.offer(told) { [weak self] in await self?.keepInFiles(isMoved: isMoved) }
        } else {
            work.notice = Notice(told, kind: .bad)
        }
        return true
    }

    /// Shows how far something is on its way.
    func showing<Value: Sendable>(_ size: Int, _ action: (@escaping @Sendable (Int) -> Void) async throws -> Value) async throws -> Value {
        let (steps, continuation) = AsyncStream<Int>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let watching = Task { [weak self] in
            for await done in steps { self?.progress = min(1, Double(done) / Double(max(1, size))) }
        }
        defer {
            continuation.finish()
            watching.cancel()
        }
        return try await action { continuation.yield($0) }
    }
}
