import AppTestSupport
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import App

/// Holds `/openapi.yaml` to the types that server and clients share, by their source text.
@Suite struct OpenAPITests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized

    private static func document() throws -> [Substring] {
        try String(contentsOf: root.appending(path: "docs/openapi.yaml"), encoding: .utf8).split(separator: "\n")
    }

    private static func wireSources() throws -> [String] {
        let folder = root.appending(path: "Sources/ParaphWire")
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }.sorted()
        return try names.map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
    }

    @Test func everyEndpointIsDescribedAndNoOther() throws {
        let declared = Set(
            try Self.wireSources().flatMap { source in
                source.matches(of: #/Endpoint<[^(]*>\(\s*"([A-Z]+)",\s*"([^"]+)"/#).map { "\($0.1) \($0.2)" }
            }
        )
        var described: Set<String> = []
        var path = ""
        for line in try Self.document() {
            if let match = line.wholeMatch(of: #/  (\/.*):/#) { path = String(match.1) }
            if line == "components:" { path = "" }
            if path.hasPrefix("/v1/"), let match = line.wholeMatch(of: #/    (get|put|post|patch|delete):/#) {
                described.insert("\(match.1.uppercased()) \(path)")
            }
        }
        #expect(declared.count > 40)
        #expect(declared.subtracting(described).sorted() == [], "in ParaphWire, but not in docs/openapi.yaml")
        #expect(described.subtracting(declared).sorted() == [], "in docs/openapi.yaml, but not in ParaphWire")
    }

    @Test func whatAsksForNoCredentialsIsOpenAndNothingElseIs() throws {
        // What is not open is refused to strangers before its body is read.
        let declared = Dictionary(
            try Self.wireSources().flatMap { source in
                source.matches(of: #/Endpoint<[^(]*>\(\s*"([A-Z]+)",\s*"([^"]+)"([^)]*)\)/#).map { match in
                    ("\(match.1) \(match.2)", match.3.contains("isOpen: true"))
                }
            }
        ) { first, _ in first }
        var described: [String: Bool] = [:]
        var (path, call) = ("", "")
        for line in try Self.document() {
            if line == "components:" { break }
            if let match = line.wholeMatch(of: #/  (\/.*):/#) { (path, call) = (String(match.1), "") }
            if let match = line.wholeMatch(of: #/    (get|put|post|patch|delete):/#) {
                call = "\(match.1.uppercased()) \(path)"
                if path.hasPrefix("/v1/") { described[call] = true }
            }
            if let match = line.wholeMatch(of: #/      security: \[(.*)\]/#), described[call] != nil {
                // An app's key is no session.
                described[call] = match.1.hasPrefix("{}") || match.1.hasPrefix("{ apiKey: [] },")
            }
        }
        #expect(declared.count > 40 && described.values.contains(false))
        for (call, isOpen) in declared { #expect(described[call] == isOpen, "\(call)") }
    }

    /// The properties of each type, those that are always there with `true`.
    private typealias Shape = [String: Bool]

    @Test func everySchemaHasTheTypesProperties() throws {
        var types: [String: Shape] = [:]
        for source in try Self.wireSources() { types.merge(Self.shapes(in: source)) { first, _ in first } }
        let described = Self.schemas(in: try Self.document())
        // Nested types have a longer name in the document; pages are generic; the dialects' bodies are no types of the wire.
        let renamed = [
            "ProblemField": "Field", "DocumentVersion": "Version", "DocumentSignature": "Signature",
            "DocumentCircumstances": "Circumstances", "EmailProofApp": "App", "EmailProofAsked": "Asked",
            "DocumentInvitation": "Invitation", "ActivityThing": "Thing", "PhoneCode": "Code",
            "SealPasskeyStatement": "PasskeyStatement",
        ]
        let dialects = ["SignToLogin", "SignPass", "CSC"]
        for (name, shape) in described where !name.hasSuffix("Page") && name != "Health" && !dialects.contains(where: name.hasPrefix) {
            #expect(types[renamed[name] ?? name] == shape, "the schema \(name)")
        }
        #expect(described.count > 30)
    }

    private static func shapes(in source: String) -> [String: Shape] {
        var shapes: [String: Shape] = [:]
        var open: [(name: String, depth: Int)] = []
        var depth = 0
        for line in source.split(separator: "\n") {
            if let match = line.firstMatch(of: #/public (?:struct|enum|extension) (\w+)/#) {
                open.append((String(match.1), depth))
            } else if let top = open.last, depth == top.depth + 1,
                let match = line.firstMatch(of: #/public (?:var|let) `?(\w+)`?: ([^{=]+)$/#)
            {
                shapes[top.name, default: [:]][String(match.1)] = !match.2.hasSuffix("?")
            }
            depth += line.count { $0 == "{" } - line.count { $0 == "}" }
            while let top = open.last, depth <= top.depth { open.removeLast() }
        }
        return shapes
    }

    private static func schemas(in document: [Substring]) -> [String: Shape] {
        var schemas: [String: Shape] = [:]
        var name: String?
        var required: Set<String> = []
        var isInProperties = false
        for line in document.drop(while: { $0 != "  schemas:" }) {
            if let match = line.wholeMatch(of: #/    (\w+):/#) {
                (name, required, isInProperties) = (String(match.1), [], false)
            } else if let match = line.wholeMatch(of: #/      required: \[(.*)\]/#) {
                required = Set(match.1.split(separator: ", ").map(String.init))
            } else if line == "      properties:" {
                isInProperties = true
            } else if isInProperties, let name, let match = line.firstMatch(of: #/^        (\w+):/#) {
                schemas[name, default: [:]][String(match.1)] = required.contains(String(match.1))
            }
        }
        return schemas
    }

    @Test func everyKindOfChangeIsAWordOfTheWire() {
        #expect(Set(Wiring.registered.changeKinds.map(\.name)) == Set(Change.Kind.allCases.map(\.rawValue)))
    }

    @Test func theServerServesTheDocumentOfTheRepository() async throws {
        let file = Self.root.appending(path: "docs/openapi.yaml")
        if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] != nil {
            try #require(OpenAPIRoute(domains: Wiring.registered).document).write(to: file, atomically: true, encoding: .utf8)
        }
        let expected = try Data(contentsOf: file)
        try await TestServer.run { _, client in
            try await client.execute(uri: "/openapi.yaml", method: .get) { response in
                #expect(response.status == .ok)
                #expect(response.headers[.contentType] == "application/yaml")
                #expect(Data(response.body.readableBytesView) == expected)
            }
        }
    }
}
