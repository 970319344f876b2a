/// Bytes that are only read: a file in memory, a mapped file, what a filter gave, or a part of one of these.
///
/// Parts share the memory of the whole and keep it alive. Reading beyond the end is never undefined: ``subscript(_:)`` stops the program, and
/// the readers of this module use `peek`.
// The memory is never written once this value exists, so that tasks may share it.
public struct PDFBytes: @unchecked Sendable {
    /// Frees the memory with the last value that looks at it.
    private final class Owner {
        private let release: () -> Void
        init(_ release: @escaping () -> Void) { self.release = release }
        deinit { release() }
    }

    private let owner: Owner?
    private let base: UnsafePointer<UInt8>?
    /// The number of bytes.
    public let count: Int

    /// Looks at memory that the caller provides, such as a mapped file.
    ///
    /// - Parameters:
    ///   - memory: the bytes, which must not change before `release` is called.
    ///   - release: called when the last value that looks at the memory is gone.
    public init(borrowing memory: UnsafeRawBufferPointer, release: @escaping () -> Void) {
        owner = Owner(release)
        base = memory.baseAddress?.assumingMemoryBound(to: UInt8.self)
        count = base == nil ? 0 : memory.count
    }

    /// Copies an array.
    public init(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else {
            self.init()
            return
        }
        let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count)
        bytes.withUnsafeBufferPointer { source in
            if let start = source.baseAddress { memory.initialize(from: start, count: source.count) }
        }
        self.init(owning: memory, count: bytes.count)
    }

    /// No bytes.
    public init() {
        owner = nil
        base = nil
        count = 0
    }

    /// Takes over memory that was allocated with this type, and frees it in the end.
    init(owning memory: UnsafeMutablePointer<UInt8>, count: Int) {
        owner = Owner { memory.deallocate() }
        base = UnsafePointer(memory)
        self.count = count
    }

    private init(owner: Owner?, base: UnsafePointer<UInt8>?, count: Int) {
        self.owner = owner
        self.base = base
        self.count = count
    }

    /// The byte at an offset from 0 up to `count`, without it.
    public subscript(_ offset: Int) -> UInt8 {
        let byte = peek(offset)
        precondition(byte >= 0, "an offset beyond the bytes")
        return UInt8(truncatingIfNeeded: byte)
    }

    /// The byte at an offset, or -1 where there is none.
    @inline(__always)
    func peek(_ offset: Int) -> Int {
        guard let base, UInt(bitPattern: offset) < UInt(bitPattern: count) else { return -1 }
        return Int(base[offset])
    }

    /// The bytes of a range, as far as they exist; shares the memory.
    public func part(_ range: Range<Int>) -> PDFBytes {
        let start = min(max(range.lowerBound, 0), count)
        let end = min(max(range.upperBound, start), count)
        guard start < end, let base else { return PDFBytes() }
        return PDFBytes(owner: owner, base: base + start, count: end - start)
    }

    /// The bytes from an offset on; shares the memory.
    public func part(from start: Int) -> PDFBytes { part(max(start, 0)..<max(count, start, 0)) }

    /// The bytes, copied.
    public var array: [UInt8] { withBytes { Array($0) } }

    /// Lends the memory for the time of a call.
    public func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        withExtendedLifetime(owner) { body(UnsafeBufferPointer(start: base, count: count)) }
    }
}
