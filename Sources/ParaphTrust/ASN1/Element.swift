/// One element of BER or DER, where it lies: nothing is copied, and what lies within is read when it is asked for.
struct Element: Sendable {
    /// The identifier octet (the first of them, where there are several).
    let tag: UInt8
    /// What the element holds.
    let content: ArraySlice<UInt8>
    /// The whole element, its tag and length too.
    let bytes: ArraySlice<UInt8>

    /// Reads the only element that lies in some bytes.
    init(_ bytes: ArraySlice<UInt8>, _ what: String) throws(TrustError) {
        var reader = ElementReader(bytes, what)
        self = try reader.next()
        try reader.finish()
    }

    init(tag: UInt8, content: ArraySlice<UInt8>, bytes: ArraySlice<UInt8>) {
        self.tag = tag
        self.content = content
        self.bytes = bytes
    }

    /// Whether further elements lie within.
    var isConstructed: Bool { tag & 0x20 != 0 }

    /// A reader of the elements within, which must have a tag.
    func reader(_ what: String, tag: UInt8 = Tag.sequence) throws(TrustError) -> ElementReader {
        guard self.tag == tag else {
            throw TrustError(.malformed, "In \(what), an element has the tag \(self.tag) where \(tag) must be.")
        }
        return ElementReader(content, what)
    }

    /// The elements within.
    ///
    /// - Throws: `tooLarge` where there are more than `limit` of them.
    func elements(_ what: String, limit: Int = 4096) throws(TrustError) -> [Element] {
        guard isConstructed else { throw TrustError(.malformed, "In \(what), a plain value lies where elements must be.") }
        var reader = ElementReader(content, what)
        var found: [Element] = []
        while !reader.isAtEnd {
            guard found.count < limit else { throw TrustError(.tooLarge, "There are more than \(limit) elements in \(what).") }
            found.append(try reader.next())
        }
        return found
    }
}
