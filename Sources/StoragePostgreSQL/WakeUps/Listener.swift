import Foundation
import ParaphStorage
import Synchronization

/// A thread with a connection of its own that hears what other nodes ring for.
final class Listener: Sendable {
    /// The channel's name; channels belong to a database, not to a schema.
    static let channel = "paraph"

    private let settings: PostgreSQLSettings
    /// Told the text of each notification, and `nil` after a time in which some may have been missed.
    private let heard: @Sendable (String?) -> Void
    private let isStopped = Atomic(false)
    /// A byte in this pipe wakes the thread.
    private let pipe = Pipe()

    init(settings: PostgreSQLSettings, heard: @escaping @Sendable (String?) -> Void) {
        self.settings = settings
        self.heard = heard
    }

    func start() {
        let thread = Thread { [self] in
            var pause = 0.1
            while !isStopped.load(ordering: .acquiring) {
                // A connection that breaks is made anew, for as long as the database is open.
                if (try? listen { pause = 0.1 }) != nil { return }
                wait(on: nil, seconds: Double.random(in: pause / 2...pause))
                pause = min(5, pause * 2)
            }
        }
        thread.name = "paraph-listen"
        thread.start()
    }

    func stop() {
        guard !isStopped.exchange(true, ordering: .acquiringAndReleasing) else { return }
        try? pipe.fileHandleForWriting.write(contentsOf: Data([0]))
    }

    /// Listens until the listener is stopped.
    ///
    /// - Throws: ``ServerFailure`` where the connection breaks.
    private func listen(_ isListening: () -> Void) throws {
        let connection = try Connection(settings)
        try connection.run("LISTEN \(Self.channel)")
        isListening()
        heard(nil)
        while !isStopped.load(ordering: .acquiring) {
            wait(on: connection.descriptor, seconds: 60)
            try connection.consumeInput()
            while let text = connection.nextNotification() { heard(text) }
        }
    }

    private func wait(on descriptor: Int32?, seconds: Double) {
        var polled = [pollfd(fd: pipe.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)]
        if let descriptor { polled.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)) }
        _ = poll(&polled, nfds_t(polled.count), Int32(seconds * 1000))
    }
}
