/// Reads one element of DER after another.
///
/// Lengths must be definite (``Normaliser`` makes them so) and lie within the bytes given; every error says what was being read.
struct ElementReader: Sendable {
    /// What is still to be read.
    private(set) var rest: ArraySlice<UInt8>
    private let what: String

    init(_ bytes: ArraySlice<UInt8>, _ what: String) {
        rest = bytes
        self.what = what
    }

    /// Whether everything has been read.
    var isAtEnd: Bool { rest.isEmpty }

    /// The tag of the next element, if there is one.
    var nextTag: UInt8? { rest.first }

    /// Reads the next element.
    mutating func next() throws(TrustError) -> Element {
        let start = rest.startIndex
        let header = try ElementHeader(rest, what)
        guard let length = header.length else {
            throw TrustError(.malformed, "There is an element of indefinite length in \(what).")
        }
        let from = start + header.size
        guard length <= rest.endIndex - from else { throw TrustError(.malformed, "The bytes of \(what) end too soon.") }
        let element = Element(tag: header.tag, content: rest[from..<from + length], bytes: rest[start..<from + length])
        rest = rest[(from + length)...]
        return element
    }

    /// Reads the next element, which must have a tag.
    mutating func next(_ tag: UInt8) throws(TrustError) -> Element {
        guard let found = nextTag else { throw TrustError(.missing, "The bytes of \(what) end too soon.") }
        guard found == tag else {
            throw TrustError(.malformed, "In \(what), an element has the tag \(found) where \(tag) must be.")
        }
        return try next()
    }

    /// Reads the next element if it has a tag.
    mutating func optional(_ tag: UInt8) throws(TrustError) -> Element? {
        guard nextTag == tag else { return nil }
        return try next()
    }

    /// Ends the reading.
    ///
    /// - Throws: `malformed` where something is left.
    func finish() throws(TrustError) {
        guard rest.isEmpty else { throw TrustError(.malformed, "Something follows where \(what) must end.") }
    }
}
