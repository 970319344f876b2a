/// What CBOR (RFC 8949) can say, as far as authenticators speak it: no tags, no floats.
package indirect enum CBORValue: Hashable, Sendable {
    case unsigned(UInt64)
    /// −1 − n.
    case negative(UInt64)
    case bytes([UInt8])
    case text(String)
    case array([CBORValue])
    /// In canonical order; no key stands twice.
    case map([Entry])
    /// `false` (20), `true` (21), `null` (22) or `undefined` (23).
    case simple(UInt8)

    /// A key of a map with its value.
    package struct Entry: Hashable, Sendable {
        package let key: CBORValue
        package let value: CBORValue
    }

    /// An integer of either sign.
    package static func integer(_ value: Int) -> CBORValue {
        value >= 0 ? .unsigned(UInt64(value)) : .negative(UInt64(-1 - value))
    }

    /// A map, brought into canonical order; of equal keys the first counts.
    package static func map(_ entries: KeyValuePairs<CBORValue, CBORValue>) -> CBORValue {
        var known: Set<CBORValue> = []
        let sorted = entries.filter { known.insert($0.key).inserted }
            .map { (key: $0.key.encoded, entry: Entry(key: $0.key, value: $0.value)) }
            .sorted { CBORKeyOrder.isAscending($0.key[...], $1.key[...]) }
        return .map(sorted.map(\.entry))
    }

    /// The value of a key; `nil` where this is no map or the key is absent.
    package subscript(key: CBORValue) -> CBORValue? {
        guard case .map(let entries) = self else { return nil }
        return entries.first { $0.key == key }?.value
    }

    /// The value of a text key.
    package subscript(key: String) -> CBORValue? { self[.text(key)] }

    /// The value of an integer key.
    package subscript(key: Int) -> CBORValue? { self[.integer(key)] }

    /// The integer that this is, if it fits.
    package var integer: Int? {
        switch self {
        case .unsigned(let value): Int(exactly: value)
        case .negative(let value): Int(exactly: value).map { -1 - $0 }
        default: nil
        }
    }

    /// The bytes that this is.
    package var bytes: [UInt8]? {
        if case .bytes(let bytes) = self { bytes } else { nil }
    }

    /// The text that this is.
    package var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    /// How many keys a map has; 0 where this is none.
    package var count: Int {
        if case .map(let entries) = self { entries.count } else { 0 }
    }
}

/// The order of keys in CTAP2's canonical form (CTAP 2.1, section 8): lower major type, shorter, then bytewise lower.
enum CBORKeyOrder {
    static func isAscending(_ one: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>) -> Bool {
        let (major, otherMajor) = ((one.first ?? 0) >> 5, (other.first ?? 0) >> 5)
        if major != otherMajor { return major < otherMajor }
        if one.count != other.count { return one.count < other.count }
        return one.lexicographicallyPrecedes(other)
    }
}
