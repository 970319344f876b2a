import ParaphPDF

/// A file that is read into memory piece by piece, with room for what is appended to it.
// Pieces are put in by one task, one after another, and what somebody looks at is never written again.
final class FileMemory: @unchecked Sendable {
    private let memory: UnsafeMutableRawBufferPointer
    private(set) var count = 0

    /// Makes room for so many bytes.
    init(capacity: Int) {
        memory = .allocate(byteCount: max(1, capacity), alignment: 16)
    }

    deinit { memory.deallocate() }

    /// Appends bytes; says whether there is room for them.
    func append(_ bytes: [UInt8]) -> Bool {
        guard bytes.count <= memory.count - count else { return false }
        bytes.withUnsafeBytes { UnsafeMutableRawBufferPointer(rebasing: memory[count...]).copyMemory(from: $0) }
        count += bytes.count
        return true
    }

    /// What is there, which shares this memory.
    var bytes: PDFBytes {
        PDFBytes(borrowing: UnsafeRawBufferPointer(rebasing: memory[..<count]), release: { [self] in withExtendedLifetime(self) {} })
    }
}
