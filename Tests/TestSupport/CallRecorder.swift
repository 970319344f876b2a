import Synchronization

/// Remembers what a double of somebody else's service was sent, and has the answers that a test plans.
public final class CallRecorder<Answer: Sendable>: Sendable {
    /// A call.
    public struct Call: Sendable {
        /// What was called: an address, a path, a device.
        public let target: String
        /// By name.
        public let headers: [String: String]
        /// What was sent.
        public let body: [UInt8]

        /// The body as text.
        public var text: String { String(decoding: body, as: UTF8.self) }
    }

    private let state = Mutex<(calls: [Call], answers: [Answer])>(([], []))
    private let usual: Answer

    /// Makes one that gives the usual answer where no other is planned.
    public init(usual: Answer) {
        self.usual = usual
    }

    /// What came so far.
    public var calls: [Call] { state.withLock { $0.calls } }

    /// What the next calls are answered with, in order.
    public func answerNext(_ answers: Answer...) { state.withLock { $0.answers += answers } }

    /// Notes a call and gives its answer.
    public func take(_ target: String, headers: [(name: String, value: String)], body: [UInt8]) -> Answer {
        let call = Call(target: target, headers: Dictionary(headers.map { ($0.name, $0.value) }) { $1 }, body: body)
        return state.withLock { state in
            state.calls.append(call)
            return state.answers.isEmpty ? usual : state.answers.removeFirst()
        }
    }
}
