import Foundation
public import ParaphClient

/// What all screens of an app share: the server, and the language.
nonisolated public struct AppContext: Sendable {
    public let client: ParaphClient
    public let words: Words
    let now: @Sendable () -> Date

    public init(client: ParaphClient, words: Words = Words()) {
        self.init(client: client, words: words) { Date() }
    }

    init(client: ParaphClient, words: Words, now: @escaping @Sendable () -> Date) {
        self.client = client
        self.words = words
        self.now = now
    }
}
