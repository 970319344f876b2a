/// A file in memory to which bytes are appended, with room for more so that what is there is copied once.
///
/// One task appends; readers of what was there before go on seeing that.
// What anybody looks at is never written again.
public final class GrowingFile: @unchecked Sendable {
    private var memory: Memory
    /// How many bytes there are.
    public private(set) var count = 0

    /// Memory that is alive as long as anybody looks at it.
    private final class Memory: @unchecked Sendable {
        let bytes: UnsafeMutableRawBufferPointer
        init(_ capacity: Int) { bytes = .allocate(byteCount: max(1, capacity), alignment: 16) }
        deinit { bytes.deallocate() }
    }

    /// Makes room for so many bytes.
    public init(capacity: Int) {
        memory = Memory(capacity)
    }

    /// Copies a file, and leaves room for so many bytes.
    public convenience init(_ start: PDFBytes, room: Int) {
        self.init(capacity: start.count + room)
        start.withBytes { memory.bytes.copyMemory(from: UnsafeRawBufferPointer($0)) }
        count = start.count
    }

    /// How many more bytes come in before all of them are copied to where there is more room.
    public var room: Int { memory.bytes.count - count }

    /// The whole; it shares the memory.
    public var bytes: PDFBytes {
        let shared = memory
        return PDFBytes(borrowing: UnsafeRawBufferPointer(rebasing: memory.bytes[..<count]), release: { _ = shared })
    }

    /// Appends bytes, and gives the whole; it shares the memory.
    @discardableResult
    public func append(_ more: [UInt8]) -> PDFBytes {
        if room < more.count {
            let larger = Memory((count + more.count) * 2)
            larger.bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory.bytes[..<count]))
            memory = larger
        }
        more.withUnsafeBytes { UnsafeMutableRawBufferPointer(rebasing: memory.bytes[count...]).copyMemory(from: $0) }
        count += more.count
        return bytes
    }
}
