import Foundation
import Logging
import ParaphWire

/// Makes calls of the native API: what is sent with each, when one is made again, and what a refusal becomes.
struct Caller: Sendable {
    /// The longest answer that is read whole.
    private static let answerLimit = 64 << 20

    /// The public address, without a slash at its end.
    let server: String
    let apiKey: String?
    let transport: any Transport
    let retry: RetryPolicy
    let language: @Sendable () -> String
    let vault: Vault
    let clock: ServerClock
    let logger: Logger
    /// Waits.
    var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

    /// What one call is, beside its endpoint.
    struct Options: Sendable {
        var repetition: Repetition?
        var patience = Duration.seconds(30)
        var accept = "application/json"
        /// Whether it says not who calls, though a person is signed in, as for a sign-in.
        var isAnonymous = false
    }

    /// Makes a call whose answer is read whole.
    func call<Query: CallParameters, Input: WholeBody, Output: WholeBody>(
        _ endpoint: Endpoint<Query, Input, Output>,
        target: String,
        query: Query,
        body: Input,
        options: Options = Options()
    ) async throws -> Output {
        let (bytes, type) = try Self.encode(body)
        var headers = endpoint.headers(query)
        headers["Content-Type"] = type
        let call = Call(
            method: endpoint.method,
            target: target,
            headers: headers,
            body: bytes.map { .bytes($0) } ?? .nothing,
            isOpen: endpoint.isOpen,
            options: options
        )
        return try await perform(call) { response in
            try Self.decode(Output.self, response, try await response.body.bytes(upTo: Self.answerLimit))
        } absent: {
            Nothing() as? Output
        }
    }

    /// A call with what goes into it.
    struct Call: Sendable {
        var method: String
        var target: String
        var headers: [String: String] = [:]
        var body: TransportRequest.Body = .nothing
        var isOpen = false
        var options = Options()
        var onSent: (@Sendable (Int) -> Void)?
    }

    /// Makes a call, again where that is right, and reads its answer.
    ///
    /// - `absent`: what it gives where the thing that an earlier attempt perhaps removed is not there.
    func perform<Output>(
        _ call: Call,
        read: (TransportResponse) async throws -> Output,
        absent: () -> Output? = { nil }
    ) async throws -> Output {
        let repetition = call.options.repetition ?? .byMethod(call.method)
        var isPerhapsDone = false
        for failures in 1... {
            try Task.checkCancellation()
            let token = call.options.isAnonymous ? nil : await vault.token
            guard call.isOpen || token != nil else { throw ClientError(.notSignedIn, "nobody is signed in here") }
            var failure: ClientError
            do {
                let response = try await transport.send(request(call, token: token))
                clock.note(response.headers["date"])
                if (200..<400).contains(response.status) { return try await read(response) }
                failure = try await Self.refusal(response)
                if failure.status == 404, isPerhapsDone, call.method == "DELETE", let done = absent() { return done }
                if failure.isProblem(.unauthenticated), let token { await vault.end(token: token) }
                guard Self.mayRepeat(failure, repetition) else { throw failure }
            } catch let error as TransportError {
                isPerhapsDone = isPerhapsDone || !error.isUnsent
                guard error.isUnsent || repetition == .always else {
                    throw ClientError(.outcomeUnknown, "no answer came: \(error.message)", cause: error)
                }
                failure = ClientError(.offline, error.message, cause: error)
            }
            guard let pause = retry.pause(after: failures, asked: failure.retryAfter) else { throw failure }
            logger.debug("a call is made again", metadata: ["method": "\(call.method)", "failures": "\(failures)", "why": "\(failure)"])
            try await sleep(pause)
        }
        throw ClientError(.offline, "the server cannot be reached")
    }

    /// Makes a call and reads its answer's JSON.
    func read<Output: JSONContent>(_ type: Output.Type, _ call: Call) async throws -> Output {
        try await perform(call) { response in
            try Self.decode(type, response, try await response.body.bytes(upTo: Self.answerLimit))
        }
    }

    private func request(_ call: Call, token: String?) -> TransportRequest {
        var headers = call.headers
        headers["Accept"] = call.options.accept
        headers["Accept-Language"] = language()
        headers["User-Agent"] = "ParaphClient"
        headers["Paraph-Api-Key"] = apiKey
        headers["Authorization"] = token.map { "Bearer \($0)" }
        return TransportRequest(
            method: call.method,
            url: server + call.target,
            headers: headers,
            body: call.body,
            patience: call.options.patience,
            onSent: call.onSent
        )
    }

    /// Whether a refused call may be made again: as soon as the server says so, where it did nothing.
    private static func mayRepeat(_ failure: ClientError, _ repetition: Repetition) -> Bool {
        switch (failure.status ?? 0, failure.problem?.code) {
        // Other codes of 429 are bounds of acts: people are told of them, and wait.
        case (429, .tooMany?), (503, .unavailable?), (408, .timeout?): true
        case (429, nil): failure.retryAfter != nil
        case (500...599, _): repetition == .always
        default: false
        }
    }

    private static func refusal(_ response: TransportResponse) async throws -> ClientError {
        let bytes = try await response.body.bytes(upTo: 1 << 20)
        let isProblem = response.headers["content-type"]?.hasPrefix("application/problem+json") == true
        let problem = isProblem ? try? JSONDecoder().decode(Problem.self, from: Data(bytes)) : nil
        return ClientError(status: response.status, problem: problem, retryAfter: response.headers["retry-after"].flatMap { Int($0) })
    }

    private static func encode(_ body: some WholeBody) throws -> ([UInt8]?, String?) {
        switch body {
        case is Nothing: (nil, nil)
        case let content as Content: (content.bytes, content.mediaType)
        case let value as any JSONContent: (Array(try JSONEncoder().encode(value)), "application/json")
        default: (nil, nil)
        }
    }

    private static func decode<Output: WholeBody>(_ type: Output.Type, _ response: TransportResponse, _ bytes: [UInt8]) throws -> Output {
        if let nothing = Nothing() as? Output { return nothing }
        if Output.self == Content.self {
            let content = Content(
                mediaType: response.headers["content-type"] ?? "application/octet-stream",
                bytes: bytes,
                orientation: response.headers[Content.orientationHeader.lowercased()].flatMap { Int($0) },
                fileName: response.headers["content-disposition"].flatMap(fileName)
            )
            if let content = content as? Output { return content }
        }
        guard let type = type as? any JSONContent.Type, let value = try? JSONDecoder().decode(type, from: Data(bytes)) as? Output else {
            throw ClientError(.unreadable, "the server's answer is no \(Output.self); this app may be older than the server")
        }
        return value
    }

    private static func fileName(_ disposition: String) -> String? {
        guard let start = disposition.firstRange(of: "filename=\"")?.upperBound else { return nil }
        return disposition[start...].firstIndex(of: "\"").map { String(disposition[start..<$0]) }
    }
}
