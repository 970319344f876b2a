/// Gives BER the definite lengths of DER, as files made by streaming writers need (X.690 §8.1.3.6, §8.7).
///
/// Elements of indefinite length get a definite one, octet strings in pieces are joined; the rest stays byte for byte as it is, so that
/// signatures over it hold. What has only definite lengths comes back unchanged.
enum Normaliser {
    private static let depthLimit = 32

    /// Reads the element at the beginning of some bytes.
    ///
    /// - Returns: the element with definite lengths, and what follows it.
    static func definite(
        _ bytes: ArraySlice<UInt8>,
        _ what: String
    ) throws(TrustError) -> (element: ArraySlice<UInt8>, rest: ArraySlice<UInt8>) {
        guard leavesOpen(bytes, levels: 6) else {
            var reader = ElementReader(bytes, what)
            let element = try reader.next()
            return (element.bytes, reader.rest)
        }
        var rest = bytes
        let element = try closed(&rest, what, depth: 0)
        return (element[...], rest)
    }

    /// Whether an element, or one within it, is of indefinite length, in the outer levels where streaming writers leave them so.
    private static func leavesOpen(_ bytes: ArraySlice<UInt8>, levels: Int) -> Bool {
        var rest = bytes
        while levels > 0, !rest.isEmpty, let header = try? ElementHeader(rest, "") {
            guard let length = header.length else { return true }
            let from = rest.startIndex + header.size
            guard length <= rest.endIndex - from else { return false }
            if header.tag == 0x24 { return true }
            if header.tag & 0x20 != 0, leavesOpen(rest[from..<from + length], levels: levels - 1) { return true }
            rest = rest[(from + length)...]
            // What follows the outermost element is none of it.
            if levels == 6 { return false }
        }
        return false
    }

    private static func closed(_ rest: inout ArraySlice<UInt8>, _ what: String, depth: Int) throws(TrustError) -> [UInt8] {
        guard depth < depthLimit else { throw TrustError(.tooLarge, "The elements of \(what) lie too deep within one another.") }
        let header = try ElementHeader(rest, what)
        let start = rest.startIndex
        let from = start + header.size
        let joins = header.tag == 0x24
        var content: [UInt8] = []
        func append(_ part: [UInt8]) throws(TrustError) { content += joins ? try Element(part[...], what).content : part[...] }
        if let length = header.length {
            guard length <= rest.endIndex - from else { throw TrustError(.malformed, "The bytes of \(what) end too soon.") }
            let whole = Array(rest[start..<from + length])
            var inner = rest[from..<from + length]
            rest = rest[(from + length)...]
            guard header.tag & 0x20 != 0, header.tag & 0x1f != 0x1f else { return whole }
            while !inner.isEmpty {
                // What cannot be read stays as it is; the parser that needs it says what is wrong.
                guard let part = try? closed(&inner, what, depth: depth + 1), (try? append(part)) != nil else { return whole }
            }
            if !joins, content.elementsEqual(whole[header.size...]) { return whole }
        } else {
            guard header.tag & 0x20 != 0, header.tag & 0x1f != 0x1f else {
                throw TrustError(.malformed, "A plain element of \(what) has no length.")
            }
            rest = rest[from...]
            while !rest.starts(with: [0, 0]) {
                guard !rest.isEmpty else { throw TrustError(.malformed, "The bytes of \(what) end too soon.") }
                try append(try closed(&rest, what, depth: depth + 1))
            }
            rest = rest.dropFirst(2)
        }
        return DER.element(joins ? Tag.octetString : header.tag, content)
    }
}
