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
            #expect { try FolderLock(path, alone: true) } throws: { ($0 as? StorageError)?.code == .busy && "\($0)".contains("stop the servers") }
            withExtendedLifetime(users) {}
        }
        let mover = try FolderLock(path, alone: true)
        #expect { try FolderLock(path, alone: false) } throws: { ($0 as? StorageError)?.code == .busy && "\($0)".contains("is being moved") }
        withExtendedLifetime(mover) {}
    }
}
