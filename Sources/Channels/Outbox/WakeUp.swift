/// A bell that many may ring and one hears; rings that come while it is busy count as one.
struct WakeUp: Sendable {
    let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() {
        (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func wake() {
        continuation.yield()
    }
}
