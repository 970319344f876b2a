import CZlib

/// The gzip form of bytes (RFC 1952).
public enum Gzip {
    /// The largest window, and zlib's sign for gzip.
    private static let window: Int32 = 15 + 16
    private static let streamSize = Int32(MemoryLayout<z_stream>.size)

    /// The bytes as one member, as small as zlib makes it; O(n).
    ///
    /// - Returns: `nil` where zlib has no memory.
    public static func compressed(_ bytes: [UInt8]) -> [UInt8]? {
        var stream = z_stream()
        guard deflateInit2_(&stream, 9, Z_DEFLATED, window, 9, Z_DEFAULT_STRATEGY, ZLIB_VERSION, streamSize) == Z_OK else { return nil }
        defer { deflateEnd(&stream) }
        var input = bytes
        // Beside deflate's own bound, the header and trailer of gzip.
        let bound = Int(deflateBound(&stream, uLong(bytes.count))) + 32
        var isWhole = false
        let output = [UInt8](unsafeUninitializedCapacity: bound) { output, count in
            input.withUnsafeMutableBufferPointer { input in
                stream.next_in = input.baseAddress
                stream.avail_in = uInt(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = uInt(output.count)
                isWhole = deflate(&stream, Z_FINISH) == Z_STREAM_END
            }
            count = bound - Int(stream.avail_out)
        }
        return isWhole ? output : nil
    }

    /// The most members that are taken: each costs a little, however little comes of it.
    private static let memberLimit = 1000

    /// What was compressed; O(limit) in time and memory, however much would come of the bytes.
    ///
    /// - Parameters:
    ///   - bytes: Members one after another (section 2.2), at most ``memberLimit``, and nothing after them.
    ///   - limit: The most bytes that may come of it.
    /// - Returns: The bytes, or why there are none.
    public static func expanded(_ bytes: [UInt8], upTo limit: Int) -> Expanded {
        var stream = z_stream()
        guard inflateInit2_(&stream, window, ZLIB_VERSION, streamSize) == Z_OK else { return .malformed }
        defer { inflateEnd(&stream) }
        var (input, output) = (bytes, [UInt8]())
        var status = Z_OK
        input.withUnsafeMutableBufferPointer { input in
            stream.next_in = input.baseAddress
            stream.avail_in = uInt(input.count)
            var members = 1
            repeat {
                if status == Z_STREAM_END {
                    members += 1
                    guard members <= memberLimit, inflateReset(&stream) == Z_OK else {
                        status = Z_DATA_ERROR
                        break
                    }
                }
                let chunk = [UInt8](unsafeUninitializedCapacity: 65536) { chunk, count in
                    stream.next_out = chunk.baseAddress
                    stream.avail_out = uInt(chunk.count)
                    status = inflate(&stream, Z_NO_FLUSH)
                    count = chunk.count - Int(stream.avail_out)
                }
                output += chunk
            } while (status == Z_OK || status == Z_STREAM_END && stream.avail_in > 0) && output.count <= limit
        }
        guard output.count <= limit else { return .overLimit }
        return status == Z_STREAM_END && stream.avail_in == 0 ? .whole(output) : .malformed
    }

    /// What came of compressed bytes.
    public enum Expanded: Sendable, Equatable {
        case whole([UInt8])
        /// No whole members, or something after them.
        case malformed
        case overLimit
    }
}
