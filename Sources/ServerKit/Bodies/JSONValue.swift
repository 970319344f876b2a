/// Any JSON value (RFC 8259), for looking at a body's shape.
public enum JSONValue: Hashable, Sendable, Codable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([JSONValue].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }

    /// The path of the first key in this value that `known`, the same value read and written again, does not have; keys of null do not count.
    func firstKey(unknownTo known: JSONValue, path: String = "") -> String? {
        switch (self, known) {
        case (.object(let mine), .object(let theirs)):
            for key in mine.keys.sorted() {
                guard let value = mine[key], value != .null else { continue }
                let here = path.isEmpty ? key : "\(path).\(key)"
                guard let other = theirs[key] else { return here }
                if let found = value.firstKey(unknownTo: other, path: here) { return found }
            }
            return nil
        case (.array(let mine), .array(let theirs)):
            for (index, pair) in zip(mine, theirs).enumerated() {
                if let found = pair.0.firstKey(unknownTo: pair.1, path: "\(path)[\(index)]") { return found }
            }
            return nil
        default:
            return nil
        }
    }
}
