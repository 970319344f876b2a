@testable import Documents

/// Files to keep on a whole server.
enum KeptFixture {
    /// A PDF, as far as anybody here looks, of so many bytes.
    static func file(_ size: Int) -> [UInt8] {
        let head = Array("%PDF-1.7\n".utf8)
        return Array(head.prefix(size)) + (0..<max(0, size - head.count)).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    }

    /// All the bytes of a content.
    static func collect(_ content: KeptContent) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        for try await piece in content { bytes += piece }
        return bytes
    }
}
