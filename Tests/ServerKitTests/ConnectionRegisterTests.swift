import Logging
import NIOCore
import NIOEmbedded
import Testing

@testable import ServerKit

/// Which connections are taken in, and which go where there is no room.
@Suite struct ConnectionRegisterTests {
    /// A connection whose farewells are kept instead of closing it.
    private final class Line {
        private final class Ear: ChannelInboundHandler {
            typealias InboundIn = ByteBuffer
            var isAskedToGo = false

            func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
                if event is Connection.CloseRequest { isAskedToGo = true }
            }
        }

        let channel = EmbeddedChannel()
        private let ear = Ear()
        var connection: Connection?

        var isAskedToGo: Bool { ear.isAskedToGo }

        init(_ address: String) throws {
            channel.remoteAddress = try SocketAddress(ipAddress: address, port: 4000)
            try channel.pipeline.syncOperations.addHandler(ear)
        }
    }

    private func register(_ limits: ConnectionLimits, proxies: String = "10.9.9.9") throws -> ConnectionRegister {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        return ConnectionRegister(limits: limits, proxies: try #require(TrustedProxies(proxies)), logger: logger)
    }

    /// Takes connections of an address in, as the server does.
    private func admit(_ count: Int, from address: String, to register: ConnectionRegister) throws -> [Line] {
        try (0..<count).map { _ in
            let line = try Line(address)
            register.accepted()
            line.connection = register.admit(line.channel)
            return line
        }
    }

    /// Answers a request on each, so that they are idle.
    private func answer(_ lines: [Line]) {
        for line in lines {
            line.connection?.began()
            line.connection?.ended()
        }
    }

    private func state(_ phase: Connection.Phase, requests: Int = 0, slow: Int = 0) -> Connection.State {
        Connection.State(phase: phase, since: .uptimeNanoseconds(0), requests: requests, slow: slow)
    }

    @Test func whoWaitsForNothingGoesFirstAndWhoIsAnsweredNever() {
        let (soon, later) = (NIODeadline.uptimeNanoseconds(1_000_000_000), NIODeadline.uptimeNanoseconds(1_000_000_001))
        #expect(state(.idle).dispensability(ofMany: false, at: soon) == 0)
        for phase in [Connection.Phase.opening, .heading] {
            #expect(state(phase).dispensability(ofMany: false, at: later) == 1)
            // A head that is late by a second is nobody's but of a client who has many.
            #expect(state(phase).dispensability(ofMany: false, at: soon) == nil)
            #expect(state(phase).dispensability(ofMany: true, at: soon) == 3)
            #expect(state(phase).dispensability(ofMany: true, at: later) == 1)
        }
        #expect(state(.busy, requests: 2, slow: 2).dispensability(ofMany: false, at: later) == 2)
        #expect(state(.busy, requests: 2, slow: 1).dispensability(ofMany: true, at: later) == nil)
        #expect(state(.busy, requests: 1).dispensability(ofMany: true, at: later) == nil)
    }

    @Test func anAddressHasAnEighthAndOneMoreTakesThePlaceOfItsOwnIdleOne() throws {
        let limits = ConnectionLimits(total: 320)
        let full = try register(limits)
        let silent = try admit(limits.perNetwork, from: "192.0.2.1", to: full)
        #expect(silent.count == 40 && silent.allSatisfy { $0.connection != nil })
        #expect(try admit(1, from: "192.0.2.1", to: full)[0].connection == nil)
        #expect(silent.allSatisfy { !$0.isAskedToGo })
        // It is that address alone.
        #expect(try admit(1, from: "192.0.2.2", to: full)[0].connection != nil)

        let idle = try register(limits)
        let lines = try admit(limits.perNetwork, from: "192.0.2.1", to: idle)
        answer([lines[7], lines[3]])
        let neighbour = try admit(1, from: "192.0.2.2", to: idle)
        answer(neighbour)
        #expect(try admit(1, from: "192.0.2.1", to: idle)[0].connection != nil)
        // The one that was idle for longest, and nobody else's.
        #expect(lines.indices.filter { lines[$0].isAskedToGo } == [7] && !neighbour[0].isAskedToGo)
        #expect(try admit(1, from: "192.0.2.1", to: idle)[0].connection != nil)
        #expect(lines.indices.filter { lines[$0].isAskedToGo } == [3, 7])
        #expect(try admit(1, from: "192.0.2.1", to: idle)[0].connection == nil)
        // What leaves makes a place.
        let left = try #require(lines[0].connection)
        let other = try register(limits)
        let theirs = try admit(limits.perNetwork, from: "192.0.2.1", to: other)
        other.leave(try #require(theirs[0].connection))
        #expect(try admit(1, from: "192.0.2.1", to: other)[0].connection != nil)
        #expect(left.network == ClientNetwork.of("192.0.2.1"))
    }

    @Test func anIPv6NetworkIsOneClientAndATrustedProxyIsNone() throws {
        let limits = ConnectionLimits(total: 20)
        let register = try register(limits)
        for number in 0..<limits.perNetwork { #expect(try admit(1, from: "2001:db8::\(number + 1)", to: register)[0].connection != nil) }
        #expect(try admit(1, from: "2001:db8::ffff", to: register)[0].connection == nil)
        #expect(try admit(1, from: "2001:db8:0:1::1", to: register)[0].connection != nil)
        let proxied = try admit(3 * limits.perNetwork, from: "10.9.9.9", to: register)
        #expect(proxied.allSatisfy { $0.connection != nil && $0.connection?.network == nil })
    }

    @Test func roomIsMadeNearTheBoundAmongThoseOfClientsWhoHaveMany() throws {
        let limits = ConnectionLimits(total: 64)
        let register = try register(limits)
        #expect(limits.tight == 56 && limits.many == 4)
        let few = try (0..<48).flatMap { try admit(1, from: "192.0.2.\($0 + 1)", to: register) }
        answer(few)
        let many = try admit(8, from: "198.51.100.1", to: register)
        answer(Array(many.reversed()))
        register.makeRoom()
        #expect((few + many).allSatisfy { !$0.isAskedToGo }, "there is room")
        _ = try admit(3, from: "203.0.113.1", to: register)
        register.makeRoom()
        // Three too many: those of the one client that were idle for longest.
        #expect(many.indices.filter { many[$0].isAskedToGo } == [5, 6, 7] && few.allSatisfy { !$0.isAskedToGo })
    }

    @Test func whereThoseOfManyAreAnsweredOthersGoTheLongestIdleFirst() throws {
        let register = try register(ConnectionLimits(total: 64))
        let few = try (0..<48).flatMap { try admit(1, from: "192.0.2.\($0 + 1)", to: register) }
        answer(few)
        let many = try admit(10, from: "198.51.100.1", to: register)
        for line in many { line.connection?.began() }
        register.makeRoom()
        #expect(many.allSatisfy { !$0.isAskedToGo })
        #expect(few.indices.filter { few[$0].isAskedToGo } == [0, 1])
    }

    @Test func whatIsLateIsClosedAndWhatIsAnsweredIsNot() throws {
        var limits = ConnectionLimits(total: 64)
        (limits.headTime, limits.idleTime) = (.nanoseconds(-1), .hours(1))
        let register = try register(limits)
        let lines = try admit(3, from: "192.0.2.1", to: register)
        answer([lines[1]])
        lines[2].connection?.began()
        register.closeOverdue()
        #expect(lines.map(\.isAskedToGo) == [true, false, false])
    }

    @Test func acceptingPausesAtTheBound() throws {
        let register = try register(ConnectionLimits(total: 3))
        for _ in 0..<3 {
            #expect(!register.isFull)
            register.accepted()
        }
        #expect(register.isFull)
        register.gone()
        #expect(!register.isFull)
    }

    @Test func asManyRequestsOfAClientAreAnsweredAsItMayHaveConnections() throws {
        let register = try register(ConnectionLimits(total: 20))
        for _ in 0..<20 { #expect(register.began("one")) }
        #expect(!register.began("one"))
        #expect(register.began("another"))
        register.ended("one")
        #expect(register.began("one"))
        #expect(!register.began("one"))
    }
}
