import Foundation
import Hummingbird
import HummingbirdTesting
import ServerKit
import TestSupport
import Testing

@testable import WebUI

/// Pages of a source folder, as whoever works on them sees them.
@Suite struct SourceFolderTests {
    @Test func aChangeIsSeenAtOnceAndAFaultIsNamed() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        for file in try Resources.built.files() {
            let to = folder.appending(path: "Areas/\(file.path)")
            try FileManager.default.createDirectory(at: to.deletingLastPathComponent(), withIntermediateDirectories: true)
            try FileManager.default.copyItem(at: file.url, to: to)
        }
        let router = try FakeAPI().router(source: folder.path)
        try await Application(router: router).test(.router) { client in
            let start = folder.appending(path: "Areas/SignIn/start.mustache")
            let written = try String(contentsOf: start, encoding: .utf8)
            func page() async throws -> (status: HTTPResponse.Status, text: String) {
                try await client.execute(uri: "/", method: .get) { ($0.status, String(buffer: $0.body)) }
            }
            #expect(try await !page().text.contains("<!-- new -->"))

            try change(start, to: written + "<!-- new -->", minutes: 1)
            #expect(try await page().text.contains("<!-- new -->"))

            try change(start, to: "{{#open}}", minutes: 2)
            let broken = try await page()
            #expect(broken.status == .internalServerError)
            #expect(broken.text.contains("start.mustache"), "\(broken.text)")

            try change(start, to: written, minutes: 3)
            #expect(try await page().status == .ok)
        }
    }

    @Test func aFolderThatIsNoneIsRefusedAtTheStart() throws {
        #expect(throws: WebUIError.self) { try WebPages(api: FakeAPI(), domains: DomainList([]), source: "/nonexistent") }
    }

    /// Writes a file; its date is that of later minutes, for two changes may come within one tick of the file system's clock.
    private func change(_ file: URL, to text: String, minutes: Double) throws {
        try Data(text.utf8).write(to: file)
        try FileManager.default.setAttributes([.modificationDate: Date.now.addingTimeInterval(minutes * 60)], ofItemAtPath: file.path)
    }
}
