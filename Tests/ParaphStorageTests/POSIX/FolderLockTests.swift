import Foundation
import ParaphStorage
import Testing

@Suite struct FolderLockTests {
    @Test func manyMayUseAFolderAndOneMayHaveItAlone() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "paraph-lock-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: path) }
        do {
            let users = [try FolderLock(path, alone: false), try FolderLock(path, alone: false)]
            let refused = #expect(throws: StorageError.self) { try FolderLock(path, alone: true) }
            #expect(refused?.code == .busy && refused?.message.contains("stop the servers") == true)
            withExtendedLifetime(users) {}
        }
        let mover = try FolderLock(path, alone: true)
        let refused = #expect(throws: StorageError.self) { try FolderLock(path, alone: false) }
        #expect(refused?.code == .busy && refused?.message.contains("is being moved") == true)
        withExtendedLifetime(mover) {}
    }
}
