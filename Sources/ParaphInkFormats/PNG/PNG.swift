import CZlib

/// Portable Network Graphics (ISO/IEC 15948, PNG third edition): what a picture of a signature needs of it.
public enum PNG {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    /// The longest side of a picture, in pixels.
    public static let longestSide = 8192
    /// The most pixels of a picture.
    public static let mostPixels = 40_000_000

    /// The check sum of a chunk's type and data.
    static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.withUnsafeBufferPointer { UInt32(truncatingIfNeeded: crc32(0, $0.baseAddress, uInt(truncatingIfNeeded: $0.count))) }
    }

    /// Appends a chunk with its length and check sum.
    static func append(chunk type: String, _ data: [UInt8], to png: inout [UInt8]) {
        png.append(data.count, bytes: 4)
        let start = png.count
        png += type.utf8
        png += data
        png.append(Int(checksum(png[start...])), bytes: 4)
    }
}
