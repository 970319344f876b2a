/// The tag and the length of an element (X.690 §8.1.2, §8.1.3).
struct ElementHeader {
    /// The identifier octet, the first of them where there are several.
    let tag: UInt8
    /// The length of the content, nil where it is indefinite.
    let length: Int?
    /// How many bytes the tag and the length take.
    let size: Int

    init(_ bytes: ArraySlice<UInt8>, _ what: String) throws(TrustError) {
        var position = bytes.startIndex
        func byte() throws(TrustError) -> UInt8 {
            guard position < bytes.endIndex else { throw TrustError(.malformed, "The bytes of \(what) end too soon.") }
            defer { position += 1 }
            return bytes[position]
        }
        tag = try byte()
        if tag & 0x1f == 0x1f {
            var octets = 1
            while try byte() & 0x80 != 0 {
                octets += 1
                guard octets <= 4 else { throw TrustError(.malformed, "There is a tag of more than four octets in \(what).") }
            }
        }
        let first = try byte()
        switch first {
        case 0..<0x80: length = Int(first)
        case 0x80: length = nil
        default:
            let count = first & 0x7f
            // Four octets say 4 GiB: nothing read here is that large.
            guard count <= 4 else { throw TrustError(.tooLarge, "A length in \(what) takes more than four octets.") }
            var value = 0
            for _ in 0..<count { value = value << 8 | Int(try byte()) }
            length = value
        }
        size = position - bytes.startIndex
    }
}
