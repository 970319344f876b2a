import ServerKit

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// What commands write for people and for programs that run them.
enum Terminal {
    /// Writes a line to standard output at once.
    static func say(_ line: String) {
        write(line + "\n", to: STDOUT_FILENO)
    }

    /// Writes a value as one line of JSON to standard output.
    static func say(json value: some Encodable) throws {
        say(String(decoding: try JSONBody.encode(value), as: UTF8.self))
    }

    /// Writes a line to standard error.
    static func complain(_ line: String) {
        write(line + "\n", to: STDERR_FILENO)
    }

    private static func write(_ text: String, to file: Int32) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { bytes in
                #if canImport(Glibc)
                Glibc.write(file, bytes.baseAddress, bytes.count)
                #else
                Darwin.write(file, bytes.baseAddress, bytes.count)
                #endif
            }
            guard written > 0 else { return }
            rest = rest.dropFirst(written)
        }
    }
}
