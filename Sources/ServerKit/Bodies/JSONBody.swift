public import HTTPTypes
public import Hummingbird
import NIOCore
import ParaphWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// JSON bodies, in and out, with their limits.
public enum JSONBody {
    /// The deepest nesting of arrays and objects that a body may have.
    public static let depthLimit = 32

    /// Reads a value from JSON.
    ///
    /// Keys that the type does not know are refused, so that a misspelt option cannot be lost in silence.
    ///
    /// - Throws: a `malformed` ``ParaphWire/Problem`` that names the part that is wrong.
    public static func decode<Value: Codable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
        try checkShape(bytes)
        let data = Data(bytes)
        let decoder = JSONDecoder()
        do {
            let value = try decoder.decode(type, from: data)
            let given = try decoder.decode(JSONValue.self, from: data)
            let known = try decoder.decode(JSONValue.self, from: JSONEncoder().encode(value))
            if let key = given.firstKey(unknownTo: known) {
                throw Problem.invalid(key, .unknown, "is not known to this call; remove it or correct its spelling")
            }
            return value
        } catch let error as DecodingError {
            throw error.problem
        } catch let problem as Problem {
            throw problem
        } catch {
            throw Problem.malformed("The body is not valid JSON (RFC 8259).")
        }
    }

    /// A JSON answer.
    public static func response(_ value: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response {
        let data = try encode(value)
        return Response(
            status: status,
            headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(bytes: data))
        )
    }

    /// A value as JSON with its keys sorted.
    public static func encode(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(value))
    }

    /// Throws unless the bytes are UTF-8, nest no deeper than ``depthLimit`` and say no key twice, before a parser sees them.
    public static func checkShape(_ bytes: [UInt8]) throws {
        guard !bytes.isEmpty else { throw Problem.malformed("The body is empty; send a JSON object.") }
        guard String(validating: bytes, as: UTF8.self) != nil else { throw Problem.malformed("The body is not UTF-8.") }
        try JSONShape.check(bytes, depthLimit: depthLimit)
    }
}

extension DecodingError {
    /// The error as a problem that names the part of the body; the value itself is not repeated.
    fileprivate var problem: Problem {
        func name(_ path: [any CodingKey], _ key: (any CodingKey)? = nil) -> String {
            (path + (key.map { [$0] } ?? [])).reduce(into: "") { text, key in
                if let index = key.intValue {
                    text += "[\(index)]"
                } else {
                    text += text.isEmpty ? key.stringValue : ".\(key.stringValue)"
                }
            }
        }
        switch self {
        case .keyNotFound(let key, let context):
            return .invalid(name(context.codingPath, key), .missing, "is missing")
        case .valueNotFound(_, let context):
            return .invalid(name(context.codingPath), .missing, "is null")
        case .typeMismatch(let type, let context):
            let path = name(context.codingPath)
            return .invalid(path.isEmpty ? "body" : path, .wrongType, "must be \(Self.words(for: type))")
        case .dataCorrupted(let context):
            let path = name(context.codingPath)
            // Of what decoders say, only our own words are for callers.
            let fault = context.underlyingError as? WireFault
            guard fault != nil || !path.isEmpty else {
                return .malformed("The body is not valid JSON (RFC 8259), or holds a number that does not fit.")
            }
            return .invalid(path.isEmpty ? "body" : path, .malformed, fault?.text ?? "is no value that this call takes")
        @unknown default:
            return .malformed("The body is not valid JSON (RFC 8259).")
        }
    }

    /// What JSON calls a value of a type.
    private static func words(for type: any Any.Type) -> String {
        switch type {
        case is String.Type: "text"
        case is Bool.Type: "true or false"
        case is any BinaryInteger.Type: "a whole number"
        case is any BinaryFloatingPoint.Type: "a number"
        case is [Any].Type: "a list"
        case is [String: Any].Type: "an object"
        default: "of the type that this call takes"
        }
    }
}
