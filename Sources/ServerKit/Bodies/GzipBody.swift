import CZlib
import ParaphWire

/// Bodies that come compressed by gzip (RFC 1952).
enum GzipBody {
    /// The largest window, and zlib's sign for gzip.
    private static let window: Int32 = 15 + 16

    /// What was compressed; O(limit) in time and memory, however much would come of the bytes.
    ///
    /// - Parameters:
    ///   - bytes: One gzip member, and nothing after it.
    ///   - limit: The most bytes that may come of it.
    /// - Returns: `nil` where the bytes are no whole member.
    /// - Throws: a `tooLarge` ``ParaphWire/Problem`` above the limit.
    static func expanded(_ bytes: [UInt8], upTo limit: Int) throws -> [UInt8]? {
        var stream = z_stream()
        guard inflateInit2_(&stream, window, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else { return nil }
        defer { inflateEnd(&stream) }
        var (input, output) = (bytes, [UInt8]())
        var status = Z_OK
        input.withUnsafeMutableBufferPointer { input in
            stream.next_in = input.baseAddress
            stream.avail_in = uInt(input.count)
            repeat {
                let chunk = [UInt8](unsafeUninitializedCapacity: 65536) { chunk, count in
                    stream.next_out = chunk.baseAddress
                    stream.avail_out = uInt(chunk.count)
                    status = inflate(&stream, Z_NO_FLUSH)
                    count = chunk.count - Int(stream.avail_out)
                }
                output += chunk
            } while status == Z_OK && output.count <= limit
        }
        guard output.count <= limit else { throw Problem.tooLarge(limit: limit) }
        return status == Z_STREAM_END && stream.avail_in == 0 ? output : nil
    }
}
