import Observation
import ParaphClient

/// A screen that does something that takes time and may fail.
public protocol WorkingScreen: AnyObject {
    /// Whether something is under way: show progress, and let nothing else begin.
    var isBusy: Bool { get }
    /// What is to be said just now.
    var notice: Notice? { get }
    /// Does what failed once more, where ``Notice/isRetryable`` says that it can help.
    func retry() async
}

/// What a screen keeps of what it does.
@Observable final class Work {
    fileprivate(set) var isBusy = false
    var notice: Notice?
    @ObservationIgnored fileprivate var again: (() async -> Void)?

    /// Does something, one thing at a time; says what went wrong, and keeps how to do it again.
    ///
    /// - Parameters:
    ///   - words: The texts.
    ///   - kept: What is not lost, where it may succeed a little later.
    ///   - again: What is done on Retry.
    ///   - take: Looks at a failure first; whether it was dealt with.
    ///   - body: What is done.
    func perform(
        _ words: Words,
        kept: String? = nil,
        again: (() async -> Void)? = nil,
        take: (ClientError) -> Bool = { _ in false },
        _ body: () async throws -> Void
    ) async {
        guard !isBusy else { return }
        (isBusy, notice, self.again) = (true, nil, nil)
        defer { isBusy = false }
        do {
            try await body()
        } catch is CancellationError {
            // The screen is gone.
        } catch {
            if let error = error as? ClientError, take(error) { return }
            say(error, words, kept: kept, again: again)
        }
    }

    /// Says what went wrong.
    func say(_ error: any Error, _ words: Words, kept: String? = nil, again: (() async -> Void)? = nil) {
        let isTransient = (error as? ClientError)?.isTransient ?? false
        let text = [words.explain(error), isTransient ? kept : nil].compactMap(\.self).joined(separator: " ")
        self.again = isTransient ? again : nil
        notice = Notice(text, kind: .bad, isRetryable: self.again != nil)
    }

    /// Says what went wrong, where trying the same again helps.
    func offer(_ text: String, again: @escaping () async -> Void) {
        self.again = again
        notice = Notice(text, kind: .bad, isRetryable: true)
    }

    func retry() async {
        guard let again, !isBusy else { return }
        notice = nil
        await again()
    }
}
