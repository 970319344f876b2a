import ParaphEncoding

/// The percent-encoding of RFC 3986, section 2.1.
public enum PercentEncoding {
    /// Encodes every byte that is not unreserved (RFC 3986, section 2.3).
    public static func encode(_ text: String) -> String { encode(text, keeping: "-._~") }

    /// Encodes every byte but ASCII's letters and digits, and those of its signs that are named.
    public static func encode(_ text: String, keeping signs: String) -> String { units(of: text, keeping: signs).joined() }

    /// The bytes of a text as an encoded one has them, one after another, for a caller that may cut only between them.
    public static func units(of text: String, keeping signs: String) -> [String] {
        text.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"):
                String(Unicode.Scalar(byte))
            case _ where signs.utf8.contains(byte): String(Unicode.Scalar(byte))
            default: "%" + Hexadecimal.encode(CollectionOfOne(byte), .upper)
            }
        }
    }
}
