import Logging
import ParaphWire
import ServerKit
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Logs one JSON object a line to standard error: time, level, logger, message and the metadata's keys.
struct JSONLogHandler: LogHandler {
    let label: String
    var logLevel: Logger.Level
    var metadata: Logger.Metadata = [:]

    /// Keeps lines whole when threads log at once.
    private static let output = Mutex<Void>(())

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var fields = ["time": SystemTime().now().text, "level": event.level.rawValue, "logger": label, "message": "\(event.message)"]
        for (key, value) in metadata.merging(event.metadata ?? [:], uniquingKeysWith: { $1 }) where fields[key] == nil {
            fields[key] = "\(value)"
        }
        guard let line = try? JSONBody.encode(fields) else { return }
        Self.output.withLock { _ in
            _ = (line + [UInt8(ascii: "\n")]).withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
        }
    }
}
