import CCurl
import Synchronization

/// The bytes that libcurl fetches piece by piece, and the wish to stop, which another thread may utter.
final class CurlUpload: Sendable {
    private let bytes: [UInt8]
    private let position = Mutex(0)
    private let cancelled = Atomic(false)

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    func cancel() {
        cancelled.store(true, ordering: .relaxed)
    }

    /// Fills libcurl's buffer; 0 at the end.
    private func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        position.withLock { position in
            let count = min(buffer.count, bytes.count - position)
            buffer.copyBytes(from: bytes[position..<position + count])
            position += count
            return count
        }
    }

    /// Called by libcurl with the address of an upload that its session keeps alive.
    static let readCallback: paraph_curl_callback = { buffer, size, count, context in
        guard let buffer, let context else { return 0 }
        let upload = Unmanaged<CurlUpload>.fromOpaque(context).takeUnretainedValue()
        return upload.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: size * count))
    }

    /// Called by libcurl about once a second; anything but 0 stops it.
    static let progressCallback: paraph_curl_progress = { context, _, _, _, _ in
        guard let context else { return 1 }
        return Unmanaged<CurlUpload>.fromOpaque(context).takeUnretainedValue().cancelled.load(ordering: .relaxed) ? 1 : 0
    }
}
