/// The one thing that is read of EXIF data (CIPA DC-008), which are TIFF inside.
enum Exif {
    /// The orientation 1…8 that the first directory holds; nil where it is missing or the data are damaged.
    static func orientation(_ tiff: ArraySlice<UInt8>) -> Int? {
        let bytes = Array(tiff)
        let isLittle: Bool
        switch bytes.prefix(4) {
        case [0x49, 0x49, 0x2A, 0x00]: isLittle = true
        case [0x4D, 0x4D, 0x00, 0x2A]: isLittle = false
        default: return nil
        }
        guard let directory = number(bytes, at: 4, count: 4, isLittle), let count = number(bytes, at: directory, count: 2, isLittle) else {
            return nil
        }
        for entry in 0..<count {
            let offset = directory + 2 + entry * 12
            guard let tag = number(bytes, at: offset, count: 2, isLittle) else { return nil }
            guard tag == 0x0112 else { continue }
            guard number(bytes, at: offset + 2, count: 2, isLittle) == 3, number(bytes, at: offset + 4, count: 4, isLittle) == 1,
                let value = number(bytes, at: offset + 8, count: 2, isLittle), (1...8).contains(value)
            else { return nil }
            return value
        }
        return nil
    }

    private static func number(_ bytes: [UInt8], at offset: Int, count: Int, _ isLittle: Bool) -> Int? {
        guard offset >= 0, offset <= bytes.count - count else { return nil }
        let slice = bytes[offset..<offset + count]
        return (isLittle ? Array(slice.reversed()) : Array(slice)).reduce(0) { $0 << 8 | Int($1) }
    }
}
