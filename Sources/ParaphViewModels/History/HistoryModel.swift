import Crypto
public import Foundation
public import Observation
import ParaphClient
import ParaphEncoding
public import ParaphWire

/// What became of a document: a page for each signature, and the line of time; for all who have its link.
@Observable public final class HistoryModel: WorkingScreen {
    /// What there is to show.
    public struct Contents: Sendable {
        /// Who signed, a page for each.
        public let signatures: [SignatureOnDocument]
        public let steps: [HistoryStep]
        /// That people saved on the same version.
        public let forkedText: String?
        /// That only participants see all of it.
        public let partlyText: String?
        /// What is said in place of signatures, where there are none.
        public let emptyText: String?
        /// The file on the server that the document is, where the person may open it.
        public let file: DocumentHistory.DocumentFile?
    }

    public private(set) var contents = Loadable<Contents>.loading
    /// What a file turned out to be: ``check(_:)``.
    public private(set) var checked: Notice?
    /// The certificate, once it is here: offer to share it.
    public private(set) var certificate: Content?

    /// The document's id in the registry.
    public let documentID: String
    private let context: AppContext
    private let work = Work()

    /// The largest file that is checked, in bytes.
    private nonisolated static let largest = 500_000_000

    /// Makes the screen.
    ///
    /// - Parameters:
    ///   - context: What all screens share; a person is signed in.
    ///   - documentID: The document's id in the registry, as links have it (`Link` of `ParaphClient`).
    public init(_ context: AppContext, of documentID: String) {
        (self.context, self.documentID) = (context, documentID)
    }

    private var words: Words { context.words }

    public var isBusy: Bool { work.isBusy }
    public var notice: Notice? { work.notice }
    public func retry() async { await work.retry() }

    public var title: String { words("history.title") }
    /// What stands over the line of time.
    public var timelineTitle: String { words("history.timeline") }
    /// How many signatures there are.
    public var countText: String? { contents.value.map { words("history.signatures", count: $0.signatures.count) } }
    /// What is said of the certificate, and its button.
    public var certificateNote: String { words("history.certificateHow") }
    public var certifyLabel: String { words("history.certify") }
    /// What is said of checking a file, and its button.
    public var checkTitle: String { words("history.check") }
    public var checkNote: String { words("history.checkHow") }
    public var checkLabel: String { words("history.choose") }

    /// Gets the history, when the screen appears.
    public func load() async {
        await work.perform(words, again: { [weak self] in await self?.load() }, take: { _ in contents.noteFailure() }) {
            show(try await context.client.documents.history(of: documentID))
        }
    }

    private func show(_ history: DocumentHistory) {
        let all = history.versions.flatMap { version in version.signatures.map { (version, $0) } }
        let signatures = all.enumerated().map { SignatureOnDocument($1.1, of: $1.0, $0 + 1, of: all.count, words) }
        contents = .loaded(
            Contents(
                signatures: signatures,
                steps: HistoryStep.steps(of: history, signatures, words),
                forkedText: history.isForked ? words("history.forked") : nil,
                partlyText: !history.isParticipant && !signatures.isEmpty ? words("history.partly") : nil,
                emptyText: signatures.isEmpty ? words("history.empty") : nil,
                file: history.storedFile
            )
        )
    }

    /// The picture that was taken with a signature; `nil` where it cannot be had.
    public func photo(of signature: SignatureOnDocument) async -> Content? {
        guard signature.photoOrientation != nil else { return nil }
        return try? await context.client.documents.photo(of: signature.id, in: documentID)
    }

    /// How a signature looks; `nil` where it cannot be had.
    public func ink(of signature: SignatureOnDocument) async -> DrawnInk? {
        guard signature.hasInk, let drawn = try? await context.client.documents.ink(of: signature.id, in: documentID) else { return nil }
        return DrawnInk(drawn)
    }

    /// Gets the certificate: all that is told here, as a sealed PDF.
    public func certify() async {
        await work.perform(words, again: { [weak self] in await self?.certify() }) {
            certificate = try await context.client.documents.evidence(of: documentID, language: words.language.rawValue)
        }
    }

    /// Says whether a file is one of the versions; of it no more than its fingerprint leaves the device.
    public func check(_ file: URL) async {
        checked = nil
        await work.perform(words, again: { [weak self] in await self?.check(file) }) {
            let hash: String
            do {
                guard let found = try await Self.hash(of: file) else {
                    checked = Notice(words("script.history.tooLarge"), kind: .warning)
                    return
                }
                hash = found
            } catch let error as ClientError where error.code == .storage {
                checked = Notice(words("script.history.unreadable"), kind: .bad)
                return
            }
            let history = try await context.client.documents.history(of: documentID, hash: hash)
            let number = ["number": history.fileVersion.map(words.number) ?? ""]
            switch history.file?.known {
            case .current: checked = Notice(words("script.history.current"), kind: .good)
            case .earlier: checked = Notice(words("script.history.earlier", number), kind: .warning)
            case .changed, nil: checked = Notice(words("script.history.changed"), kind: .bad)
            }
        }
    }

    /// The SHA-256 of a file; `nil` of one that is too large.
    @concurrent private nonisolated static func hash(of file: URL) async throws -> String? {
        let source = try FileSource(file)
        guard source.size <= largest else { return nil }
        var digest = SHA256()
        for first in stride(from: 0, to: source.size, by: 1 << 20) {
            digest.update(data: try source.read(first..<min(first + 1 << 20, source.size)))
        }
        return Hexadecimal.encode(digest.finalize())
    }
}
