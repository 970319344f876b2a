extension PDFBytes {
    /// The two bytes at an offset as a number, the first one highest.
    @inline(__always)
    func u16(_ offset: Int) -> Int? {
        guard offset >= 0, offset < count, count - offset >= 2 else { return nil }
        return peek(offset) << 8 | peek(offset + 1)
    }

    /// The same as a number with a sign.
    @inline(__always)
    func i16(_ offset: Int) -> Int? { u16(offset).map { $0 >= 0x8000 ? $0 - 0x10000 : $0 } }

    /// The four bytes at an offset as a number; nil also where it is above what an `Int` of 32 bits holds.
    @inline(__always)
    func u32(_ offset: Int) -> Int? {
        guard let high = u16(offset), let low = u16(offset + 2) else { return nil }
        return Int(exactly: UInt32(high) << 16 | UInt32(low))
    }
}
