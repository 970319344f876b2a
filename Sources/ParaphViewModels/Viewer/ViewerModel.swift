public import Foundation
public import Observation
public import ParaphClient
import ParaphPDF
import ParaphWire

/// A document as it is read, judged, filled in and signed: one of this device, of which no byte leaves it, or one that the server keeps.
///
/// The view shows the pages of ``url`` and lays on them what ``verdict``, ``form`` and ``signing`` tell.
@Observable public final class ViewerModel: WorkingScreen {
    /// Which document is shown.
    public nonisolated enum Source: Hashable, Sendable {
        /// One of this device, by its name there.
        case device(String)
        /// A file of the server, by its id.
        case file(String)
    }

    /// What is kept where.
    public struct Places: Sendable {
        /// What lies on this device alone.
        public let documents: DeviceDocuments
        /// What this device knows of the server.
        public let store: OfflineStore
        /// A folder of its own for copies of the server's files, which no backup takes up.
        public let copies: URL

        public init(documents: DeviceDocuments, store: OfflineStore, copies: URL) {
            (self.documents, self.store, self.copies) = (documents, store, copies)
        }
    }

    /// What the document is called.
    public internal(set) var name = ""
    /// How large its pages are as they are shown; none where a password protects it.
    public internal(set) var pages = Loadable<[PageSize]>.loading
    /// Where the version lies that is shown: for showing and sharing it.
    public internal(set) var url: URL?
    /// What stands above the pages; `nil` where there is no signature.
    public internal(set) var verdict: VerdictModel?
    /// What can be filled in; `nil` where there is nothing.
    public internal(set) var form: FormModel?
    /// Signing it; `nil` where it cannot be signed here and now.
    public internal(set) var signing: DocumentSigningModel?
    /// Why it cannot be signed just now, where it could be otherwise.
    public internal(set) var unsignedText: String?
    /// What is said once it is signed, until the next document or signature: offer to share it, and to finish.
    public internal(set) var signedText: String?
    /// What is said where the server has a newer version: offer ``showNewer()``.
    public internal(set) var newerText: String?
    /// How far loading is, from 0 to 1, while a file comes from the server.
    public internal(set) var progress: Double?

    let context: AppContext
    let places: Places
    let copies: FileCopies
    let work = Work()
    var source: Source
    var shown: ShownDocument?
    /// The file on the server that was begun and is not there whole.
    var begun: StoredFile?
    /// What was drawn for it before the system ended the app, while it cannot be signed.
    var unsignable: DocumentSigningModel.Draft?
    let fonts: [TrueTypeFont]
    private let onFinish: () -> Void

    /// Makes the screen.
    ///
    /// - Parameters:
    ///   - context: What all screens share; a person is signed in.
    ///   - source: Which document is shown.
    ///   - places: What is kept where.
    ///   - formFonts: Fonts (TrueType) for letters that the fonts of forms have not; those that the server fills forms with tell what is filled in.
    ///   - onFinish: The person is done.
    public init(
        _ context: AppContext,
        _ source: Source,
        places: Places,
        formFonts: [Data] = [],
        onFinish: @escaping () -> Void = {}
    ) {
        (self.context, self.source, self.places, self.onFinish) = (context, source, places, onFinish)
        copies = FileCopies(in: places.copies)
        fonts = formFonts.compactMap { try? TrueTypeFont(PDFBytes(Array($0))) }
        if case .device(let name) = source { self.name = name }
    }

    var words: Words { context.words }

    public var isBusy: Bool { work.isBusy }
    public var notice: Notice? { work.notice }
    public func retry() async { await work.retry() }

    public var title: String { words("viewer.title") }
    /// What is said while it is opened.
    public var openingText: String { words("viewer.opening") }
    /// What the button says that sends the document on.
    public var shareLabel: String { words("script.signing.share") }
    /// What the button says once it is signed.
    public var finishLabel: String { words("script.signing.finish") }
    /// What the button says that signs once more.
    public var moreLabel: String { words("script.signing.more") }
    /// What the button says that shows the newer version.
    public var showNewerLabel: String { words("script.files.showNewer") }

    /// What tells the version that is shown from others, also where both lie at the same ``url``.
    public var version: String? { shown?.hash }

    /// The document's id in the registry, where its history can be shown.
    public var historyID: String? { shown?.documentID ?? verdict?.verdict.value?.historyID }

    /// Whether there is ink on a page that is not saved: ask before the person leaves.
    public var isUnsaved: Bool { signing?.isUnsaved ?? false }

    /// Whether a verdict can be shown: while values are shown that are not in the file, nothing is said of the file.
    public var showsVerdict: Bool { verdict != nil && form?.hasDrafts != true }

    /// Done.
    public func finish() {
        signedText = nil
        onFinish()
    }

    /// Opens the document, when the screen appears.
    public func load() async {
        await work.perform(words, again: { [weak self] in await self?.load() }, take: takeFailure) {
            defer { progress = nil }
            do {
                let notice = try await open()
                work.notice = notice
            } catch let fault as DocumentFault {
                _ = pages.noteFailure()
                work.notice = Notice(words.explain(fault, of: name), kind: .bad)
            }
        }
        if let verdict { await verdict.check() }
    }

    /// Shows the newest version.
    public func showNewer() async { await load() }

    /// Follows whether the server has another version, until the task is cancelled.
    public func follow() async {
        guard case .file(let id) = source else { return }
        for await changes in places.store.changes() where changes.isEmpty || changes.contains(where: { $0.kind == .file && $0.id == id }) {
            await look(id)
        }
    }

    private func look(_ id: String) async {
        guard let shown, let newest = try? await places.store.files().first(where: { $0.id == id }), let hash = newest.hash else { return }
        let signer = words.shown(name: newest.signerName ?? "")
        newerText = hash == shown.hash ? nil : words("script.files.newer", ["name": signer])
    }

    private func takeFailure(_ error: ClientError) -> Bool {
        _ = pages.noteFailure()
        guard case .file = source else { return false }
        let text = words.explain(error, ofFile: name, unsigned: false)
        if error.isTransient {
            work.offer(text) { [weak self] in await self?.load() }
        } else {
            work.notice = Notice(text, kind: .bad)
        }
        return true
    }
}
