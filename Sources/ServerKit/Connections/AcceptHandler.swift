import NIOCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// On the socket that listens: pauses where the system has no descriptor for another connection, and looks after those that are open.
///
/// Without it the same connection is tried again and again, with nothing else done.
final class AcceptHandler: ChannelInboundHandler {
    typealias InboundIn = any Channel
    typealias InboundOut = any Channel

    private static let pause = TimeAmount.milliseconds(100)
    private let register: ConnectionRegister
    private var isPaused = false
    private var tasks: [RepeatedTask] = []

    init(_ register: ConnectionRegister) {
        self.register = register
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let loop = context.eventLoop
        tasks = [
            loop.scheduleRepeatedTask(initialDelay: Self.pause, delay: Self.pause) { [register] _ in register.makeRoom() },
            loop.scheduleRepeatedTask(initialDelay: .seconds(1), delay: .seconds(1)) { [register] _ in register.closeOverdue() },
        ]
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        for task in tasks { task.cancel() }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let code = (error as? IOError)?.errnoCode, [EMFILE, ENFILE, ENOBUFS, ENOMEM, ECONNABORTED].contains(code) else {
            context.fireErrorCaught(error)
            return
        }
        guard code != ECONNABORTED, !isPaused else { return }
        isPaused = true
        // A read that was asked for goes on being tried, whatever handlers hold back; only this takes it back.
        try? context.channel.syncOptions?.setOption(.autoRead, value: false)
        context.eventLoop.assumeIsolated().scheduleTask(in: Self.pause) { [self] in
            isPaused = false
            try? context.channel.syncOptions?.setOption(.autoRead, value: true)
        }
    }
}
