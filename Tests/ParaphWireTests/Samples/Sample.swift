import Foundation

/// Values of a type of the wire, of which a file in `Golden` says how they are written.
struct Sample: Sendable {
    /// The type's name as its source has it, outer types before it: `DocumentHistory.Version`.
    let type: String
    /// The values as a JSON array.
    let written: @Sendable () throws -> Data
    /// Reads an array of such values and writes it again; says whether they are the sample's.
    let read: @Sendable (Data) throws -> (again: Data, isSame: Bool)
    /// Reads one value and writes it again.
    let readOne: @Sendable (Data) throws -> Data
    /// The members of the values and whether each is optional; those of a text, a number or an array are none.
    let members: [String: Bool]
    /// The optional members that none of the values has.
    let unset: [String]

    init<Value: Codable & Hashable & Sendable>(_ values: Value...) { self.init(of: values) }

    /// Every value of an enum.
    init<Value: Codable & Hashable & Sendable & CaseIterable>(all type: Value.Type) { self.init(of: Array(type.allCases)) }

    private init<Value: Codable & Hashable & Sendable>(of values: [Value]) {
        type = String(reflecting: Value.self).prefix { $0 != "<" }.split(separator: ".").dropFirst().joined(separator: ".")
        written = { try Self.encoder.encode(values) }
        read = { data in
            let read = try JSONDecoder().decode([Value].self, from: data)
            return (try Self.encoder.encode(read), read == values)
        }
        readOne = { try Self.encoder.encode(try JSONDecoder().decode(Value.self, from: $0)) }
        let isObject = try? JSONSerialization.jsonObject(with: Self.encoder.encode(values)) is [[String: Any]]
        let mirrors = isObject == true ? values.map { Mirror(reflecting: $0) } : []
        var members: [String: Bool] = [:]
        var set: Set<String> = []
        for child in mirrors.flatMap(\.children) {
            let value = Mirror(reflecting: child.value)
            let isOptional = value.displayStyle == .optional
            members[child.label ?? "", default: false] = isOptional
            if !isOptional || !value.children.isEmpty { set.insert(child.label ?? "") }
        }
        self.members = members
        unset = members.keys.filter { !set.contains($0) }.sorted()
    }

    private static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}
