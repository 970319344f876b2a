/// Reads CBOR in CTAP2's canonical form only (CTAP 2.1, section 8), as WebAuthn asks of every decoder (section 2.4).
///
/// Refused are: integers and lengths that are not the shortest, indefinite lengths, keys that stand twice or out of order, tags, floats,
/// text that is not UTF-8, and whatever exceeds the ``Limits``. The work is O(bytes); what is announced reserves no memory.
package struct CBORDecoder {
    /// What is read at most.
    package struct Limits: Sendable {
        /// The length of the input.
        package var bytes = 65_536
        /// How deep arrays and maps nest; CTAP2 allows 4.
        package var depth = 4
        /// How many values there are, those inside of others counted.
        package var values = 1_000

        package init() {}
    }

    private let input: ArraySlice<UInt8>
    private let limits: Limits
    private var position: Int
    private var values = 0

    private init(_ input: ArraySlice<UInt8>, limits: Limits) throws(PasskeyError) {
        guard input.count <= limits.bytes else {
            throw PasskeyError(.malformed, "The CBOR is longer than \(limits.bytes) bytes.")
        }
        self.input = input
        self.limits = limits
        position = input.startIndex
    }

    /// Reads the one value that the input is.
    package static func decode(_ input: ArraySlice<UInt8>, limits: Limits = Limits()) throws(PasskeyError) -> CBORValue {
        let (value, rest) = try decodePrefix(input, limits: limits)
        guard rest.isEmpty else { throw PasskeyError(.malformed, "\(rest.count) bytes follow the CBOR value.") }
        return value
    }

    /// Reads the value that the input begins with.
    package static func decodePrefix(_ input: ArraySlice<UInt8>, limits: Limits = Limits()) throws(PasskeyError)
        -> (value: CBORValue, rest: ArraySlice<UInt8>)
    {
        var decoder = try CBORDecoder(input, limits: limits)
        let value = try decoder.value(depth: 0)
        return (value, input[decoder.position...])
    }

    private mutating func value(depth: Int) throws(PasskeyError) -> CBORValue {
        values += 1
        guard values <= limits.values else { throw fault("there are more than \(limits.values) values") }
        let (major, argument) = try head()
        switch major {
        case 0: return .unsigned(argument)
        case 1: return .negative(argument)
        case 2: return .bytes(Array(try take(argument)))
        case 3:
            guard let text = String(validating: try take(argument), as: UTF8.self) else { throw fault("a text is not UTF-8") }
            return .text(text)
        case 4: return .array(try array(of: argument, depth: depth + 1))
        case 5: return .map(try map(of: argument, depth: depth + 1))
        case 7 where (20...23).contains(argument): return .simple(UInt8(argument))
        default: throw fault("tags, floats and unassigned values are not taken")
        }
    }

    private mutating func array(of count: UInt64, depth: Int) throws(PasskeyError) -> [CBORValue] {
        let count = try checked(count, unit: 1, depth: depth)
        var items: [CBORValue] = []
        for _ in 0..<count { items.append(try value(depth: depth)) }
        return items
    }

    private mutating func map(of count: UInt64, depth: Int) throws(PasskeyError) -> [CBORValue.Entry] {
        let count = try checked(count, unit: 2, depth: depth)
        var entries: [CBORValue.Entry] = []
        var last: ArraySlice<UInt8>?
        for _ in 0..<count {
            let start = position
            let key = try value(depth: depth)
            switch key {
            case .unsigned, .negative, .bytes, .text, .simple: break
            case .array, .map: throw fault("a key is an array or a map")
            }
            let bytes = input[start..<position]
            if let last {
                guard CBORKeyOrder.isAscending(last, bytes) else { throw fault("a key stands twice or out of order") }
            }
            last = bytes
            entries.append(CBORValue.Entry(key: key, value: try value(depth: depth)))
        }
        return entries
    }

    /// The number of items, which each take at least `unit` of the bytes that are left.
    private func checked(_ count: UInt64, unit: Int, depth: Int) throws(PasskeyError) -> Int {
        guard depth <= limits.depth else { throw fault("it nests deeper than \(limits.depth) levels") }
        guard count <= UInt64((input.endIndex - position) / unit) else { throw fault("it ends too soon") }
        return Int(count)
    }

    /// The major type and argument of the next value, whose argument must be written in as few bytes as it can be.
    private mutating func head() throws(PasskeyError) -> (major: UInt8, argument: UInt64) {
        guard let first = try take(1).first else { throw fault("it ends too soon") }
        let (major, short) = (first >> 5, first & 31)
        guard short >= 24 else { return (major, UInt64(short)) }
        guard short < 28 else { throw fault("an indefinite or reserved length is not taken") }
        guard major != 7 else { throw fault("tags, floats and unassigned values are not taken") }
        let size = 1 << Int(short - 24)
        let argument = try take(UInt64(size)).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let least: UInt64 = size == 1 ? 24 : 1 << UInt64(4 * size)
        guard argument >= least else { throw fault("an integer or length is not in its shortest form") }
        return (major, argument)
    }

    private mutating func take(_ count: UInt64) throws(PasskeyError) -> ArraySlice<UInt8> {
        guard count <= UInt64(input.endIndex - position) else { throw fault("it ends too soon") }
        let taken = input[position..<position + Int(count)]
        position += Int(count)
        return taken
    }

    private func fault(_ what: String) -> PasskeyError {
        PasskeyError(.malformed, "The CBOR cannot be read at byte \(position - input.startIndex): \(what) (CTAP 2.1, section 8).")
    }
}
