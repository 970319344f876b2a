import Foundation

/// Small pictures to upload.
public enum Picture {
    /// A PNG of one grey pixel (RFC 2083), with a comment that must go.
    public static let png: (bytes: [UInt8], base64: String) = {
        let base64 = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=="
        return (Array(Data(base64Encoded: base64) ?? Data()), base64)
    }()

    /// What a JPEG of 8 by 16 grey pixels is made of (ITU-T T.81): tables, a frame and a scan; nothing is to be seen on it.
    public static let jpeg: [UInt8] = {
        let quantization: [UInt8] = [0xFF, 0xDB, 0, 67, 0] + Array(repeating: 1, count: 64)
        let frame: [UInt8] = [0xFF, 0xC0, 0, 11, 8, 0, 16, 0, 8, 1, 1, 0x11, 0]
        let huffman: [UInt8] = [0xFF, 0xC4, 0, 4, 0, 1]
        let scan: [UInt8] = [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 0x12, 0x34, 0x56]
        return [0xFF, 0xD8] + quantization + frame + huffman + scan + [0xFF, 0xD9]
    }()
}
