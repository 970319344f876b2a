import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// On HTTP/1 connections and on each stream of HTTP/2: ends requests whose bodies come too slowly, and answers that are read too slowly.
///
/// The client's time passes while the server waits for it, not while the server is busy with what has come.
final class RequestPaceHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// How much is written at a time, so that progress shows.
    private static let pieceLength = 16 << 10

    private var owner: ConnectionHandler?
    private var isStream = false
    private var incoming = PaceBudget(ConnectionLimits(total: 0).pace)
    private var outgoing = PaceBudget(ConnectionLimits(total: 0).pace)
    private var isReading = false
    /// Since when bytes of the client are waited for.
    private var waitingSince: NIODeadline?
    /// What was written here and has not left.
    private var unwritten = 0
    private var stuckSince: NIODeadline?
    private var isLookPlanned = false
    private var isSlow = false
    private var isOver = false
    private var (heads, reads, answersBegun, answers, ends) = (0, 0, 0, 0, 0)

    func handlerAdded(context: ChannelHandlerContext) {
        let own = try? context.pipeline.syncOperations.handler(type: ConnectionHandler.self)
        isStream = own == nil
        owner = own ?? (try? context.channel.parent?.pipeline.syncOperations.handler(type: ConnectionHandler.self))
        guard let owner else { return }
        incoming = PaceBudget(owner.limits.pace)
        outgoing = incoming
        if isStream {
            owner.isMultiplexed = true
        } else if let decoder = try? context.pipeline.syncOperations.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self) {
            try? context.pipeline.syncOperations.addHandler(RequestFramingHandler(), position: .after(decoder))
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        isOver = true
        while ends < heads { end() }
        show(slow: false)
        owner = nil
    }

    // MARK: - What comes

    func read(context: ChannelHandlerContext) {
        if waitingSince == nil { waitingSince = .now() }
        context.read()
        if isReading { planLook(context) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = unwrapInboundIn(data)
        guard !isOver else { return }
        waitEnded()
        switch part {
        case .head(let head):
            heads += 1
            owner?.connection.began()
            isReading = true
            if let owner { incoming = PaceBudget(owner.limits.pace) }
            if isStream, RequestFraming.isAmbiguous(head) {
                refuse(context, .badRequest)
                return
            }
        case .body(let buffer):
            incoming.earn(bytes: buffer.readableBytes)
        case .end:
            isReading = false
            reads += 1
            settleEnds()
        }
        show(slow: isReading && incoming.isLow || outgoing.isLow)
        context.fireChannelRead(data)
    }

    private func waitEnded() {
        guard let since = waitingSince else { return }
        waitingSince = nil
        if isReading { incoming.spend(.now() - since) }
    }

    // MARK: - What goes

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard !isOver else {
            promise?.fail(ChannelError.ioOnClosedChannel)
            return
        }
        switch unwrapOutboundIn(data) {
        case .head(let head):
            if head.status.kind != .informational { answersBegun += 1 }
            send(context, .head(head), 256, promise)
        case .body(var buffer):
            while buffer.readableBytes > Self.pieceLength, let piece = buffer.readSlice(length: Self.pieceLength) {
                send(context, .body(piece), Self.pieceLength, nil)
            }
            send(context, .body(buffer), buffer.readableBytes, promise)
        case .end(let trailers):
            send(context, .end(trailers), 0, promise) { [self] in
                answers += 1
                settleEnds()
            }
        }
    }

    func flush(context: ChannelHandlerContext) {
        context.flush()
        if unwritten > 0 { planLook(context) }
    }

    private func send(
        _ context: ChannelHandlerContext,
        _ part: HTTPResponsePart,
        _ length: Int,
        _ promise: EventLoopPromise<Void>?,
        then: (() -> Void)? = nil
    ) {
        unwritten += 1
        if stuckSince == nil { stuckSince = .now() }
        let left = promise ?? context.eventLoop.makePromise()
        left.futureResult.assumeIsolated().whenComplete { [self] result in
            let now = NIODeadline.now()
            if let since = stuckSince { outgoing.spend(now - since) }
            unwritten -= 1
            stuckSince = unwritten > 0 ? now : nil
            guard case .success = result else { return }
            outgoing.earn(bytes: length)
            then?()
        }
        context.write(wrapOutboundOut(part), promise: left)
    }

    // MARK: - Looking

    private func planLook(_ context: ChannelHandlerContext) {
        guard !isLookPlanned, !isOver else { return }
        let looks = [isReading && waitingSince != nil ? incoming.nextLook : nil, stuckSince != nil ? outgoing.nextLook : nil]
        guard let next = looks.compactMap(\.self).min() else { return }
        isLookPlanned = true
        context.eventLoop.assumeIsolated().scheduleTask(in: max(next, .milliseconds(1))) { [self] in
            isLookPlanned = false
            look(context)
        }
    }

    private func look(_ context: ChannelHandlerContext) {
        guard !isOver else { return }
        let now = NIODeadline.now()
        if isReading, let since = waitingSince {
            incoming.spend(now - since)
            waitingSince = now
            if incoming.isSpent { return refuse(context, .requestTimeout) }
        }
        if let since = stuckSince {
            outgoing.spend(now - since)
            stuckSince = now
            if outgoing.isSpent { return giveUp(context) }
        }
        show(slow: isReading && incoming.isLow || stuckSince != nil && outgoing.isLow)
        planLook(context)
    }

    private func show(slow: Bool) {
        guard slow != isSlow else { return }
        isSlow = slow
        owner?.connection.became(slow: slow)
    }

    private func settleEnds() {
        while ends < min(reads, answers) { end() }
    }

    private func end() {
        ends += 1
        owner?.connection.ended()
    }

    // MARK: - The end

    /// Says why, where no other answer stands before, and closes.
    private func refuse(_ context: ChannelHandlerContext, _ status: HTTPResponse.Status) {
        isOver = true
        if answersBegun == heads - 1, answers == answersBegun {
            var fields: HTTPFields = [.contentLength: "0"]
            if !isStream { fields[.connection] = "close" }
            context.write(wrapOutboundOut(.head(HTTPResponse(status: status, headerFields: fields))), promise: nil)
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        }
        context.close(promise: nil)
    }

    private func giveUp(_ context: ChannelHandlerContext) {
        isOver = true
        // What is full takes no farewell.
        if isStream { context.close(promise: nil) } else { owner?.connection.close(stillSince: nil) }
    }
}
