import ParaphPDF

/// A file in memory to which bytes are appended, with room for more so that the start is copied once.
final class GrowingFile {
    private var memory: Memory
    private(set) var count: Int

    /// Memory that is alive as long as anybody looks at it.
    // What anybody looks at is never written again.
    private final class Memory: @unchecked Sendable {
        let bytes: UnsafeMutableRawBufferPointer
        init(_ capacity: Int) { bytes = .allocate(byteCount: max(1, capacity), alignment: 16) }
        deinit { bytes.deallocate() }
    }

    /// Copies a file, and leaves room for so many bytes.
    init(_ start: PDFBytes, room: Int) {
        memory = Memory(start.count + room)
        count = start.count
        start.withBytes { memory.bytes.copyMemory(from: UnsafeRawBufferPointer($0)) }
    }

    /// Appends bytes, and gives the whole; it shares the memory.
    func append(_ more: [UInt8]) -> PDFBytes {
        if memory.bytes.count - count < more.count {
            let larger = Memory((count + more.count) * 2)
            larger.bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory.bytes[..<count]))
            memory = larger
        }
        more.withUnsafeBytes { UnsafeMutableRawBufferPointer(rebasing: memory.bytes[count...]).copyMemory(from: $0) }
        count += more.count
        let shared = memory
        return PDFBytes(borrowing: UnsafeRawBufferPointer(rebasing: memory.bytes[..<count]), release: { _ = shared })
    }
}
