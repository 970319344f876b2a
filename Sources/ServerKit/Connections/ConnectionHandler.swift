import NIOCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// First on every connection: notes when bytes come, and closes it where the register says so.
final class ConnectionHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    let connection: Connection
    let limits: ConnectionLimits
    /// Whether requests travel in frames beside others, so that not each byte belongs to one.
    var isMultiplexed = false

    init(_ connection: Connection, limits: ConnectionLimits) {
        (self.connection, self.limits) = (connection, limits)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if !isMultiplexed { connection.bytesCame() }
        context.fireChannelRead(data)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard let closeRequest = event as? Connection.CloseRequest else {
            context.fireUserInboundEventTriggered(event)
            return
        }
        guard closeRequest.since == nil || closeRequest.since == connection.current.since else { return }
        // For a client that reads nothing, the kernel would keep what is unsent for minutes: it is thrown away.
        if closeRequest.since == nil, let socket = context.channel as? any SocketOptionProvider {
            _ = socket.setSoLinger(linger(l_onoff: 1, l_linger: 0))
        }
        // From here it goes without TLS's own farewell, for which a client may let wait.
        context.close(promise: nil)
    }
}
