import Foundation
import HTTPTypes
import TestSupport
import Testing

/// A body for each route that takes one: the first sample of its type in the golden files of the wire.
struct RouteBodies {
    private var inputs: [String: String] = [:]
    private let golden: URL
    private static let besides = [
        "FileSigning": ["field", "form", "password", "photo"], "SigningCircumstances": ["photo"], "PushRegistration": ["apple"],
    ]

    init() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
        golden = root.appending(path: "Tests/ParaphWireTests/Golden")
        let sources = root.appending(path: "Sources/ParaphWire")
        for name in try FileManager.default.subpathsOfDirectory(atPath: sources.path) where name.hasSuffix(".swift") {
            let text = try String(contentsOf: sources.appending(path: name), encoding: .utf8)
            for match in text.matches(of: #/Endpoint<\w+, (\w+), [^(]*>\(\s*"([A-Z]+)",\s*"([^"]+)"/#) {
                inputs["\(match.2) \(match.3)"] = String(match.1)
            }
        }
    }

    /// A body that the route takes, with the headers that go with it; `nil` for a route that takes none.
    func body(of route: String) throws -> (headers: HTTPFields, bytes: [UInt8])? {
        switch try #require(inputs[route], "\(route) is no Endpoint") {
        case "Nothing": return nil
        case "Content": return ([.contentType: "image/png"], Picture.png.bytes)
        case "ByteStream":
            return ([.contentType: "application/octet-stream", .contentRange: "bytes 0-3/4"], Array("%PDF".utf8))
        case let type:
            let data = try Data(contentsOf: golden.appending(path: "\(type).json"))
            var sample = try #require((JSONSerialization.jsonObject(with: data) as? [[String: Any]])?.first, "\(type) has no sample")
            // Of what the sample says in two ways, or with bytes that are no picture, one is left.
            for member in Self.besides[type] ?? [] { sample[member] = nil }
            return ([.contentType: "application/json"], Array(try JSONSerialization.data(withJSONObject: sample)))
        }
    }
}
