/// An INTEGER or ENUMERATED that is small and not negative, such as a version or a count.
struct Number {
    let value: Int

    init(_ element: Element, _ what: String) throws(TrustError) {
        guard let first = element.content.first, first < 0x80, element.content.count <= 8 else {
            throw TrustError(.malformed, "A number in \(what) is negative or too large.")
        }
        value = element.content.reduce(0) { $0 << 8 | Int($1) }
    }
}
