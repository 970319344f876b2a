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
    /// How little time is left where the clock stands out, and how often the server is asked whether it still waits, in seconds.
    private static let (short, again) = (60, 15)

    let context: AppContext
    let request: ClientRequest
    let work = Work()
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

    var words: Words { context.words }

    public var isBusy: Bool { work.isBusy }
    public var notice: Notice? { work.notice }
    public func retry() async { await work.retry() }

    public var title: String { words(request.kind == .signIn ? "request.oneSignIn" : "request.one") }
    public var note: String { words(request.kind == .signIn ? "request.noteSignIn" : "request.note") }
    /// Whether ``code`` is asked for.
    public var asksCode: Bool { request.asksCode == true }
    public var codeLabel: String { words("request.code") }
    public var codeHint: String { words("request.codeHint") }
    public var askedLabel: String { words("request.asked") }
    public var untilLabel: String { words("request.until") }
    /// Whether the person can sign now: the number is typed where one is asked for.
    public var canSign: Bool { !asksCode || code.count == 3 && code.allSatisfy { ("0"..."9").contains($0) } }
    public var fingerprintsTitle: String { words("request.fingerprints") }
    public var signLabel: String { words("request.sign") }
    public var declineLabel: String { words("request.decline") }
    public var reportLabel: String { words("request.report") }

    /// How long it can still be answered, at a moment; `nil` once it is over.
    public func leftLabel(at moment: Date) -> String? {
        isOver ? nil : words("script.request.left", ["time": words.countdown(secondsLeft(at: moment))])
    }

    /// Whether little time is left, at a moment.
    public func isShort(at moment: Date) -> Bool { secondsLeft(at: moment) <= Self.short }

    private func secondsLeft(at moment: Date) -> Int { max(0, Int(expiresAt.timeIntervalSince(moment).rounded(.up))) }

    /// How many seconds after a moment ``look()`` is called next.
    public func secondsToLook(at moment: Date) -> Int {
        let left = secondsLeft(at: moment)
        return left > 0 ? min(left, Self.again) : Self.again
    }

    /// Sign: shows the pad.
    public func sign() async {
        guard !isOver, !isBusy, signing == nil else { return }
        guard canSign else {
            work.notice = Notice(words("request.codeWrong"), kind: .warning)
            return
        }
        let signing = SigningModel(context, for: .approval, isOnce: true) { [context, request, code = asksCode ? code : nil] in
            try await context.client.requests.beginAnswering(request, code: code)
        } onAccepted: { [weak self] _ in
            Task { await self?.answered() }
        }
        signing.willSend = { [weak self] in await self?.keepDraft() }
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

    /// Looks whether it still waits, and what became of it.
    ///
    /// Only the server knows; where it cannot be asked nothing is said. Call it when the screen appears or the app is in front again, and each time that ``secondsToLook(at:)`` says.
    public func look() async {
        let calls = context.client.requests
        guard !isOver, let waiting = try? await calls.list(), !waiting.contains(where: { $0.id == request.id }) else { return }
        guard let ended = try? await calls.ended() else { return }
        await end(ended.first { $0.id == request.id }?.outcome)
    }

    private func end(_ outcome: Open<ClientRequest.Outcome>?) async {
        // What is sent just now is answered, and the pad says itself what became of what was drawn on it.
        guard !isOver, !isBusy, signing?.isBusy != true, signing?.answer == nil || signing?.answer?.outcome == .refused else { return }
        isOver = true
        await leavePad()
        let text =
            switch outcome?.known {
            case .denied: "script.request.denied"
            case .approved, .declined, .reported: "script.request.answered"
            case .expired, nil: "script.request.over"
            }
        work.notice = Notice(words(text), kind: .warning)
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
