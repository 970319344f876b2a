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
        write(visible(line, keeping: ["\n", "\t"]) + "\n", to: STDOUT_FILENO)
    }

    /// Writes what a stranger's file says as one line to standard output.
    static func say(foreign line: String) {
        write(visible(line) + "\n", to: STDOUT_FILENO)
    }

    /// A text whose characters that move a terminal's cursor, end a line or turn the direction of writing are written by their numbers.
    static func visible(_ text: String, keeping kept: Set<Unicode.Scalar> = []) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let isHeld: Bool =
                switch scalar.value {
                case 0x61C, 0x200E, 0x200F, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: true
                default: scalar.properties.generalCategory == .control
                }
            if !isHeld || kept.contains(scalar) {
                result.append(scalar)
            } else {
                result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".unicodeScalars
            }
        }
        return String(result)
    }

    /// Writes a value as one line of JSON to standard output.
    static func say(json value: some Encodable) throws {
        say(String(decoding: try JSONBody.encode(value), as: UTF8.self))
    }

    /// Writes a line to standard error.
    static func complain(_ line: String) {
        write(visible(line, keeping: ["\n", "\t"]) + "\n", to: STDERR_FILENO)
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
