/// Attributes of a signer, as they are encoded (RFC 5652 §5.3).
struct Attributes: Sendable {
    /// The content of the set.
    let content: ArraySlice<UInt8>
    private let values: [OID: [[Element]]]

    init(_ element: Element) throws(TrustError) {
        let what = "the attributes of a signer"
        content = element.content
        var values: [OID: [[Element]]] = [:]
        for attribute in try element.elements(what, limit: 256) {
            var reader = try attribute.reader(what)
            let type = try OID(try reader.next(Tag.oid))
            let set = try reader.next(Tag.set)
            try reader.finish()
            var found: [Element] = []
            var inner = set.content
            while !inner.isEmpty {
                guard found.count < 64 else { throw TrustError(.tooLarge, "An attribute has more than 64 values.") }
                // A timestamp may have open lengths.
                let (definite, rest) = try Normaliser.definite(inner, what)
                found.append(try Element(definite, what))
                inner = rest
            }
            values[type, default: []].append(found)
        }
        self.values = values
    }

    /// Whether there is an attribute of a type.
    func contains(_ type: OID) -> Bool { values[type] != nil }

    /// The value of an attribute that occurs once with one value, else nil.
    func single(_ type: OID) -> Element? {
        guard let found = values[type], found.count == 1, found[0].count == 1 else { return nil }
        return found[0][0]
    }

    /// All values of all attributes of a type.
    func all(_ type: OID) -> [Element] { values[type]?.flatMap { $0 } ?? [] }

    /// How often an attribute of a type occurs.
    func count(_ type: OID) -> Int { values[type]?.count ?? 0 }

    /// What signatures are made over: the set with its own tag (RFC 5652 §5.4), as it stands.
    var signedBytes: [UInt8] { DER.element(Tag.set, content) }

    /// The same in the order of DER, nil where that is how it stands: some signers sort when they sign, but not when they write.
    var sortedSignedBytes: [UInt8]? {
        guard let parts = try? Element(signedBytes[...], "").elements("", limit: 256) else { return nil }
        let sorted = DER.set(parts.map { Array($0.bytes) })
        return sorted == signedBytes ? nil : sorted
    }
}
