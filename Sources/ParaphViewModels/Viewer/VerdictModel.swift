public import Observation
import ParaphClient
import ParaphWire

/// What stands above the pages of a signed document: it is judged on this device, and the server is asked by hashes, and by signatures without what
/// they sign.
@Observable public final class VerdictModel: WorkingScreen {
    public private(set) var verdict = Loadable<DocumentVerdict>.loading

    private let context: AppContext
    private let file: SigningFile
    private let shown: ShownDocument
    private let work = Work()
    private var found: FoundDocument?

    init(_ context: AppContext, _ file: SigningFile, _ shown: ShownDocument) {
        (self.context, self.file, self.shown) = (context, file, shown)
    }

    private var words: Words { context.words }

    public var isBusy: Bool { work.isBusy }
    public var notice: Notice? { work.notice }
    public func retry() async { await work.retry() }

    /// What is said until it is known.
    public var checkingText: String { words("script.verdict.checking") }

    /// What the button says that shows the history.
    public var historyLabel: String { words("script.verdict.history") }

    /// What the button says that checks older seals.
    public var checkMoreLabel: String { words("script.verdict.seal.judgeMore") }

    /// What names a page, by its index.
    public func label(ofPage page: Int) -> String { words("script.verdict.page", ["number": words.number(page + 1)]) }

    /// Judges the document.
    public func check() async {
        let notAsked = words("script.verdict.notAsked")
        await work.perform(words, kept: notAsked, again: { [weak self] in await self?.check() }) { [self] error in
            _ = verdict.noteFailure()
            if !error.isTransient { work.offer(notAsked) { [weak self] in await self?.check() } }
            return !error.isTransient
        } _: {
            do {
                show(try await judge())
            } catch is DocumentFault {
                _ = verdict.noteFailure()
                work.notice = Notice(notAsked, kind: .warning)
            }
        }
    }

    /// Has the newest of the older seals judged.
    public func checkMore() async {
        guard var found, found.earlier > 0 else { return }
        await work.perform(words, again: { [weak self] in await self?.checkMore() }) {
            try await judgeMore(&found)
            show(found)
        }
    }

    private func judgeMore(_ found: inout FoundDocument) async throws {
        let more = try await file.seals(before: found.earlier)
        found.verdicts = try await judged(more.seals) + found.verdicts
        found.earlier = more.earlier
    }

    /// All that can be said of it at once.
    func all() async throws -> DocumentVerdict {
        var found = try await judge()
        while found.earlier > 0 { try await judgeMore(&found) }
        return DocumentVerdict(found, words)
    }

    private func show(_ found: FoundDocument) {
        self.found = found
        verdict = .loaded(DocumentVerdict(found, words))
    }

    private func judge() async throws -> FoundDocument {
        let judged = shown.isUnread ? JudgedFile() : try await file.judge(server: context.client.documents.serverAddress)
        async let history = history(of: shown.documentID ?? judged.id)
        async let verdicts = self.judged(judged.seals.seals)
        return FoundDocument(
            id: shown.documentID ?? judged.id,
            changes: judged.changes,
            history: try await history,
            verdicts: try await verdicts,
            earlier: judged.seals.earlier,
            count: shown.facts.signatures ?? 0
        )
    }

    /// What the server knows of this file; `nil` where it knows no such document.
    private func history(of id: String?) async throws -> DocumentHistory? {
        guard let id else { return nil }
        do {
            return try await context.client.documents.history(of: id, hash: shown.hash)
        } catch let error as ClientError where error.status == 404 {
            return nil
        }
    }

    /// What the seals are worth: the server judges what it can be asked about.
    private func judged(_ seals: [FileSeal]) async throws -> [SealVerdict] {
        let asked = seals.compactMap { if case .ask(let seal) = $0 { seal } else { nil } }
        var verdicts = (asked.isEmpty ? [] : try await context.client.documents.judge(asked)).makeIterator()
        return seals.map { seal in
            switch seal {
            case .ask: verdicts.next() ?? SealVerdict(state: .unknown, reason: .unreadable)
            case .known(let verdict): verdict
            }
        }
    }
}
