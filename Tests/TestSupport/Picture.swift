import Foundation

/// Small pictures to upload.
public enum Picture {
    /// A PNG of one grey pixel (RFC 2083), with a comment that must go.
    public static let png: (bytes: [UInt8], base64: String) = {
        let base64 = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=="
        return (Array(Data(base64Encoded: base64) ?? Data()), base64)
    }()
}
