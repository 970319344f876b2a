/// A dictionary of a PDF (ISO 32000-2, 7.3.7), in the order of the file.
///
/// Where a key stands twice the last one counts. An entry whose value is null gives the same as no entry.
public struct PDFDictionary: Hashable, Sendable {
    /// A key with its value.
    public struct Entry: Hashable, Sendable {
        /// The key.
        public var key: PDFName
        /// The value.
        public var value: PDFObject

        /// Makes an entry.
        public init(_ key: PDFName, _ value: PDFObject) {
            self.key = key
            self.value = value
        }
    }

    /// The entries; no key stands twice.
    public private(set) var entries: [Entry] = []

    /// Makes an empty dictionary.
    public init() {}

    /// Makes a dictionary of entries, of which the last with a key counts.
    public init(_ entries: [Entry]) {
        self.entries = Self.hasRepeatedKeys(entries) ? Self.lastOfEach(entries) : entries
    }

    /// The value of a key; null is nil.
    public subscript(_ key: StaticString) -> PDFObject? {
        get {
            for entry in entries where entry.key == key { return entry.value.isNull ? nil : entry.value }
            return nil
        }
        set { self[PDFName(key)] = newValue }
    }

    /// The value of a key; null is nil, and setting nil removes the entry.
    public subscript(_ key: PDFName) -> PDFObject? {
        get {
            for entry in entries where entry.key == key { return entry.value.isNull ? nil : entry.value }
            return nil
        }
        set {
            for index in entries.indices where entries[index].key == key {
                if let newValue { entries[index].value = newValue } else { entries.remove(at: index) }
                return
            }
            if let newValue { entries.append(Entry(key, newValue)) }
        }
    }

    /// Whether there is an entry, be it null.
    func has(_ key: PDFName) -> Bool {
        for entry in entries where entry.key == key { return true }
        return false
    }

    private static func hasRepeatedKeys(_ entries: [Entry]) -> Bool {
        guard entries.count <= 24 else { return true }
        var index = 1
        while index < entries.count {
            for earlier in 0..<index where entries[earlier].key == entries[index].key { return true }
            index += 1
        }
        return false
    }

    /// Sorts the places by key, so that a file of many equal keys costs little.
    private static func lastOfEach(_ entries: [Entry]) -> [Entry] {
        var places = Array(entries.indices)
        places.sort { left, right in
            let order = compare(entries[left].key.bytes, entries[right].key.bytes)
            return order == 0 ? left < right : order < 0
        }
        var keeps = [Bool](repeating: true, count: entries.count)
        var index = 1
        while index < places.count {
            if entries[places[index - 1]].key == entries[places[index]].key { keeps[places[index - 1]] = false }
            index += 1
        }
        var result: [Entry] = []
        for index in entries.indices where keeps[index] { result.append(entries[index]) }
        return result
    }

    private static func compare(_ left: [UInt8], _ right: [UInt8]) -> Int {
        for index in 0..<min(left.count, right.count) where left[index] != right[index] { return left[index] < right[index] ? -1 : 1 }
        return left.count - right.count
    }
}
