import Foundation
import ParaphWire
import Synchronization

/// What time it is at the server, for statements of devices, which say when they were made.
///
/// The device's own clock does where it is right. Where it is off by more than a minute, the server's is taken, as the last answer told it.
final class ServerClock: Sendable {
    private static let tolerance: Int64 = 60_000

    private let local: @Sendable () -> Timestamp
    private let difference = Mutex<Int64>(0)

    init(local: @escaping @Sendable () -> Timestamp = ServerClock.system) {
        self.local = local
    }

    static let system: @Sendable () -> Timestamp = { Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) }

    func now() -> Timestamp {
        let difference = difference.withLock { $0 }
        let now = local()
        return abs(difference) > Self.tolerance ? Timestamp(milliseconds: now.milliseconds + difference) : now
    }

    /// Notes the header `Date` of an answer.
    func note(_ date: String?) {
        guard let time = date.flatMap(Self.read) else { return }
        let now = local()
        difference.withLock { $0 = time.milliseconds - now.milliseconds }
    }

    /// Reads `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section 5.6.7).
    static func read(_ text: String) -> Timestamp? {
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let parts = text.split(separator: " ")
        guard parts.count == 6, parts[5] == "GMT", let month = months.firstIndex(of: String(parts[2])) else { return nil }
        func two(_ text: Substring) -> String { text.count == 1 ? "0\(text)" : String(text) }
        return Timestamp("\(parts[3])-\(two(Substring("\(month + 1)")))-\(two(parts[1]))T\(parts[4])Z")
    }
}
