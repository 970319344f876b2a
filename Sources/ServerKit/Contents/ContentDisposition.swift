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
        return "attachment; filename=\"\(plain)\"; filename*=UTF-8''\(encoded(fileName))"
    }

    /// RFC 8187, section 3.2.1: all but `attr-char` is percent-encoded.
    private static func encoded(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF")
        var result = ""
        for byte in text.utf8 {
            let isPlain =
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"):
                    true
                default: "!#$&+-.^_`|~".utf8.contains(byte)
                }
            result += isPlain ? String(Unicode.Scalar(byte)) : "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
        }
        return result
    }
}
