/// Bytes that a filter writes: grows as needed up to a limit, and is handed over without a copy.
struct ByteBuffer: ~Copyable {
    private(set) var memory: UnsafeMutablePointer<UInt8>
    private(set) var capacity: Int
    private(set) var count = 0
    let limit: Int

    /// Room for so many bytes at first, and at most for as many as the limit says.
    init(capacity: Int, limit: Int) {
        self.limit = max(limit, 0)
        self.capacity = max(0, min(capacity, self.limit))
        memory = .allocate(capacity: max(1, self.capacity))
    }

    deinit { memory.deallocate() }

    /// Makes room for so many more bytes; says whether the limit allows them.
    mutating func reserve(_ more: Int) -> Bool {
        let (wanted, overflow) = count.addingReportingOverflow(more)
        guard !overflow, wanted <= limit else { return false }
        guard wanted > capacity else { return true }
        grow(to: wanted)
        return true
    }

    private mutating func grow(to wanted: Int) {
        let larger = max(wanted, min(limit, max(64, capacity * 2)))
        let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
        moved.initialize(from: memory, count: count)
        memory.deallocate()
        memory = moved
        capacity = larger
    }

    /// Gives back the memory that is not needed.
    private mutating func fit() {
        let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, count))
        moved.initialize(from: memory, count: count)
        memory.deallocate()
        memory = moved
        capacity = count
    }

    /// Appends a byte; says whether the limit allows it.
    @inline(__always)
    mutating func append(_ byte: UInt8) -> Bool {
        if count == capacity, !reserve(1) { return false }
        memory[count] = byte
        count += 1
        return true
    }

    /// Says that so many bytes of the memory are written.
    mutating func commit(_ written: Int) { count = min(max(written, 0), capacity) }

    /// Hands over what was written.
    consuming func finish() -> PDFBytes {
        if capacity / 2 > count + 4096 { fit() }
        let written = PDFBytes(owning: memory, count: count)
        // `discard self` is not in Embedded Swift: something else is left to free.
        memory = .allocate(capacity: 1)
        return written
    }
}
