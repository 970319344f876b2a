import ParaphWire

/// The header that names a download (RFC 6266).
public enum ContentDisposition {
    /// `attachment` with a file's name: in ASCII for old clients, and as it is in UTF-8 (RFC 8187).
    public static func attachment(fileName: String) -> String {
        let plain = String(
            String.UnicodeScalarView(
                fileName.unicodeScalars.map { scalar in
                    let isPlain = (0x20...0x7E).contains(scalar.value) && !["\"", "\\", "%"].contains(scalar)
                    return isPlain ? scalar : "_"
                }
            )
        )
        // All but `attr-char` is encoded (RFC 8187, section 3.2.1).
        let encoded = PercentEncoding.encode(fileName, keeping: "!#$&+-.^_`|~")
        return "attachment; filename=\"\(plain)\"; filename*=UTF-8''\(encoded)"
    }
}
