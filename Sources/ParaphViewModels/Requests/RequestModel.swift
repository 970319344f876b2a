public import Foundation
public import Observation
import ParaphClient
import ParaphEncoding
import ParaphWire

/// A program's request: looked at, then signed on this device or not at all.
@Observable public final class RequestModel: WorkingScreen {
    /// Something that is known of it.
    public struct Fact: Hashable, Sendable {
        public let label: String
        public let value: String
    }

    /// Which program asks, what for, and what it says of it.
    public let facts: [Fact]
    public let askedAt: Date
    /// Until when it can be answered.
    public let expiresAt: Date
    /// What exactly is signed, in hexadecimal.
    public let fingerprints: [String]
    /// The pad, once the person signs.
    public private(set) var signing: SigningModel?
    /// The three digits that the program shows, as the person types them.
    public var code = ""
    /// Whether there is nothing to sign or decline any more; it can still be reported.
    public private(set) var isOver = false

    private let context: AppContext
    private let request: ClientRequest
    private let work = Work()
    private let onAnswered: (String?) async -> Void

    init(_ context: AppContext, _ request: ClientRequest, onAnswered: @escaping (String?) async -> Void) {
        (self.context, self.request, self.onAnswered) = (context, request, onAnswered)
        let words = context.words
        let said = request.description.map { [Fact(label: words("request.words"), value: $0)] } ?? []
        facts =
            [
                Fact(label: words("request.asker"), value: words.asker(request.clientName))
            ] + (request.clientHost.map { [Fact(label: words("request.site"), value: $0)] } ?? []) + [
                Fact(
                    label: words("request.what"),
                    value: Self.what(request, words)
                )
            ] + said
        (askedAt, expiresAt) = (Date(request.createdAt), Date(request.expiresAt))
        fingerprints = request.digests.map { Hexadecimal.encode($0.bytes) }
    }

    private static func what(_ request: ClientRequest, _ words: Words) -> String {
        guard request.kind == .signIn else { return words("request.hashes", count: request.digests.count) }
        return request.description == nil ? words("request.signIn") : words("request.agree")
    }

    private var words: Words { context.words }

    public var isBusy: Bool { work.isBusy }
    public var notice: Notice? { work.notice }
    public func retry() async { await work.retry() }

    public var title: String { words(request.kind == .signIn ? "request.oneSignIn" : "request.one") }
    public var note: String { words(request.kind == .signIn ? "request.noteSignIn" : "request.note") }
    /// Whether ``code`` is asked for.
    public var asksCode: Bool { request.asksCode == true }
    public var codeLabel: String { words("request.code") }
    /// Whether the person can sign now: the number is typed where one is asked for.
    public var canSign: Bool { !asksCode || code.count == 3 && code.allSatisfy { ("0"..."9").contains($0) } }
    public var fingerprintsTitle: String { words("request.fingerprints") }
    public var signLabel: String { words("request.sign") }
    public var declineLabel: String { words("request.decline") }
    public var reportLabel: String { words("request.report") }

    /// Sign: shows the pad.
    public func sign() async {
        guard !isOver, !isBusy, canSign, signing == nil else { return }
        let signing = SigningModel(context, for: .approval) { [context, request, code = asksCode ? code : nil] in
            try await context.client.requests.beginAnswering(request, code: code)
        } onAccepted: { [weak self] _ in
            Task { await self?.answered() }
        }
        work.notice = nil
        self.signing = signing
        await signing.start()
    }

    private func answered() async {
        signing = nil
        await onAnswered(words("request.signed"))
    }

    /// Back from the pad.
    public func leavePad() async {
        let left = signing
        signing = nil
        await left?.cancel()
    }

    /// Looks whether it still waits; call it once ``expiresAt`` is over, and when something changed.
    public func look() async {
        guard let waiting = try? await context.client.requests.list(), !waiting.contains(where: { $0.id == request.id }) else { return }
        isOver = true
        work.notice = Notice(words("script.request.over"), kind: .warning)
    }

    /// Says no.
    public func decline() async {
        guard !isOver else { return }
        await work.perform(words, again: { [weak self] in await self?.decline() }) {
            do {
                try await context.client.requests.decline(request)
            } catch let error as ClientError where error.problem?.code == .notFound {
                // It is over already.
            }
            await onAnswered(nil)
        }
    }

    /// Says that the person knows nothing of it, after they said yes.
    public func report() async {
        await work.perform(words, again: { [weak self] in await self?.report() }) {
            try await context.client.requests.report(request)
            await onAnswered(nil)
        }
    }
}
