import Foundation
import ParaphTrust
import ProcessTestSupport

/// The openssl program, which judges from outside what we make, and makes what we judge.
enum OpenSSL {
    /// Where it lies; nil where it is not installed, and then the tests that need it are skipped.
    static let path = ["/usr/bin/openssl", "/opt/homebrew/bin/openssl"].first { FileManager.default.isExecutableFile(atPath: $0) }
    static var isThere: Bool { path != nil }

    /// Runs it in a folder.
    @discardableResult
    static func run(_ arguments: String, in folder: URL) throws -> (status: Int32, output: String) {
        let words = arguments.split(separator: " ").map { String($0).replacingOccurrences(of: "%20", with: " ") }
        return try ChildProcess.run(path ?? "/usr/bin/openssl", words, in: folder.path, withErrors: true)
    }

    /// Runs it where anything but success is a fault of the test.
    static func must(_ arguments: String, in folder: URL) throws {
        let (status, output) = try run(arguments, in: folder)
        guard status == 0 else { throw TrustError(.refused, "openssl \(arguments): \(output)") }
    }
}

/// A folder that goes away with the test.
final class TemporaryFolder {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("paraph-trust-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(at: url) }

    func write(_ bytes: [UInt8], _ name: String) throws { try Data(bytes).write(to: url.appendingPathComponent(name)) }
    func write(_ text: String, _ name: String) throws { try write(Array(text.utf8), name) }
    func bytes(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: url.appendingPathComponent(name))) }
    func text(_ name: String) throws -> String { String(decoding: try bytes(name), as: UTF8.self) }
}
