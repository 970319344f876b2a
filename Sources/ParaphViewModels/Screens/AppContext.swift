import Foundation
public import ParaphClient

/// What all screens of an app share: the server, and the language.
nonisolated public struct AppContext: Sendable {
    public let client: ParaphClient
    public let words: Words
    /// Where drafts are kept.
    let drafts: Drafts?
    let now: @Sendable () -> Date

    /// Makes a context.
    ///
    /// - Parameters:
    ///   - client: The server.
    ///   - words: The texts.
    ///   - drafts: Keeps what people drew or typed and did not send, for when the system ends the app; without it that is lost then.
    public init(client: ParaphClient, words: Words = Words(), drafts: Drafts? = nil) {
        self.init(client: client, words: words, drafts: drafts) { Date() }
    }

    init(client: ParaphClient, words: Words, drafts: Drafts? = nil, now: @escaping @Sendable () -> Date) {
        self.client = client
        self.words = words
        self.drafts = drafts
        self.now = now
    }
}
