public import HummingbirdCore
public import Logging
public import NIOCore

/// The connections of a server, each of which is counted and kept to the pace.
public struct GuardedChannel<Base: ServerChildChannel>: ServerChildChannel {
    private let base: Base
    private let register: ConnectionRegister

    /// One client has all the connections that it may have.
    private struct Refused: Error {}

    /// Guards the connections that `base` sets up, which has ``ConnectionRegister/requestHandlers()`` on each of them and on each stream.
    public init(_ base: Base, register: ConnectionRegister) {
        (self.base, self.register) = (base, register)
    }

    public func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
        guard let connection = register.admit(channel) else {
            channel.close(promise: nil)
            return channel.eventLoop.makeFailedFuture(Refused())
        }
        channel.closeFuture.whenComplete { [register] _ in register.leave(connection) }
        return channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(ConnectionHandler(connection, limits: register.limits))
            // Little waits in the kernel, so that what a client has read is seen here.
            try? channel.syncOptions?.setOption(.tcpOption(.init(rawValue: 25)), value: 64 << 10)
        }
        .flatMap { base.setup(channel: channel, logger: logger) }
    }

    public func handle(value: Base.Value, logger: Logger) async {
        await base.handle(value: value, logger: logger)
    }
}

extension ConnectionRegister {
    /// What stands between the parts of requests and who answers them.
    public static func requestHandlers() -> [any RemovableChannelHandler] { [RequestPaceHandler()] }

    /// Watches the socket that listens.
    public func watch(_ listener: any Channel) async {
        try? await listener.eventLoop.submit { [self] in
            try listener.pipeline.syncOperations.addHandler(AcceptHandler(self), position: .first)
        }.get()
    }
}
