public import Foundation

/// Bytes that are read piece by piece and may be read again, such as a file that is uploaded.
public protocol ByteSource: Sendable {
    /// How many there are.
    var size: Int { get }
    /// Some of them.
    ///
    /// - Throws: where they cannot be read, or are fewer by now.
    func read(_ range: Range<Int>) throws -> [UInt8]
}

/// Bytes in memory.
public struct MemorySource: ByteSource {
    private let bytes: [UInt8]

    public init(_ bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes)
    }

    public var size: Int { bytes.count }

    public func read(_ range: Range<Int>) throws -> [UInt8] { Array(bytes[range]) }
}

/// A file on this device; it must not change while it is read.
public struct FileSource: ByteSource {
    /// Where it lies.
    public let url: URL
    public let size: Int

    /// Looks at a file.
    ///
    /// - Throws: ``ClientError`` of code `storage` where it cannot be read.
    public init(_ url: URL) throws {
        self.url = url
        do {
            let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
            size = (attributes[.size] as? NSNumber)?.intValue ?? 0
        } catch {
            throw ClientError(.storage, "the file cannot be read", cause: error)
        }
    }

    public func read(_ range: Range<Int>) throws -> [UInt8] {
        do {
            let file = try FileHandle(forReadingFrom: url)
            defer { try? file.close() }
            try file.seek(toOffset: UInt64(range.lowerBound))
            let data = try file.read(upToCount: range.count) ?? Data()
            guard data.count == range.count else { throw ClientError(.storage, "the file is shorter than it was") }
            return Array(data)
        } catch let error as ClientError {
            throw error
        } catch {
            throw ClientError(.storage, "the file cannot be read", cause: error)
        }
    }
}
