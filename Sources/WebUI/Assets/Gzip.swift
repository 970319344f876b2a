import CZlib
import Hummingbird

/// The gzip form (RFC 1952) of a file that is compressed once and sent often.
enum Gzip {
    /// The largest window, and zlib's sign for gzip.
    private static let window: Int32 = 15 + 16

    /// The compressed bytes; `nil` where zlib has no memory.
    static func compressed(_ bytes: [UInt8]) -> [UInt8]? {
        var stream = z_stream()
        let size = Int32(MemoryLayout<z_stream>.size)
        guard deflateInit2_(&stream, 9, Z_DEFLATED, window, 9, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size) == Z_OK else { return nil }
        defer { deflateEnd(&stream) }
        var input = bytes
        // Beside deflate's own bound, the header and trailer of gzip.
        var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, uLong(bytes.count))) + 32)
        let isWhole = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                stream.next_in = input.baseAddress
                stream.avail_in = uInt(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = uInt(output.count)
                return deflate(&stream, Z_FINISH) == Z_STREAM_END
            }
        }
        guard isWhole else { return nil }
        return Array(output.prefix(Int(stream.total_out)))
    }

    /// The bytes of what was compressed here; `nil` where they are not of this size.
    static func expanded(_ bytes: [UInt8], size: Int) -> [UInt8]? {
        var stream = z_stream()
        guard inflateInit2_(&stream, window, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else { return nil }
        defer { inflateEnd(&stream) }
        var input = bytes
        var output = [UInt8](repeating: 0, count: size)
        let isWhole = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                stream.next_in = input.baseAddress
                stream.avail_in = uInt(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = uInt(output.count)
                return inflate(&stream, Z_FINISH) == Z_STREAM_END
            }
        }
        return isWhole && stream.avail_out == 0 ? output : nil
    }
}

extension HTTPFields {
    /// Whether who asks takes gzip.
    var acceptsGzip: Bool {
        self[.acceptEncoding]?.split(separator: ",").contains { $0.drop { $0 == " " } == "gzip" } ?? false
    }
}
