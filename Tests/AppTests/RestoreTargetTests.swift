import Foundation
import Testing

@testable import App

@Suite struct RestoreTargetTests {
    private func refusal(_ path: String) -> String? {
        do {
            _ = try Restore.checkEmpty(path)
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test func onlyAnEmptyFolderThatCanBeReplacedIsATarget() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "paraph-restore-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: "\(folder)/empty", withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        #expect(refusal("\(folder)/none") == nil)
        #expect(refusal("\(folder)/empty/") == nil)
        #expect(refusal(folder)?.contains("is not an empty folder") == true)
        try FileManager.default.createSymbolicLink(atPath: "\(folder)/link", withDestinationPath: "\(folder)/empty")
        #expect(refusal("\(folder)/link")?.contains("is a link") == true)
        #expect(refusal("\(folder)/link/")?.contains("is a link") == true)
        try FileManager.default.createSymbolicLink(atPath: "\(folder)/above", withDestinationPath: folder)
        #expect(refusal("\(folder)/above/empty") == nil)
        for mounted in ["/", "/dev"] { #expect(refusal(mounted)?.contains("is mounted") == true) }
    }
}
