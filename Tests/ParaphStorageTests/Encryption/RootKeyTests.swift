import Foundation
import ParaphStorage
import Testing

@Suite struct RootKeyTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func aNewKeyIsReadableByItsOwnerAloneAndReadsBack() throws {
        let made = try RootKey.create(at: folder.file("root.key"))
        #expect(try folder.permissions(of: "root.key") == 0o600)
        #expect(try RootKey.load(at: folder.file("root.key")).id == made.id)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["root.key"])
    }

    @Test func aKeyIsNeverReplaced() throws {
        let made = try RootKey.create(at: folder.file("root.key"))
        #expect(throws: StorageError(.conflict, "")) { try RootKey.create(at: folder.file("root.key")) }
        #expect(try RootKey.loadOrCreate(at: folder.file("root.key")).id == made.id)
    }

    @Test(arguments: [0o640, 0o604, 0o620, 0o602])
    func aKeyOpenToOthersIsRefused(permissions: Int) throws {
        let path = folder.file("root.key")
        _ = try RootKey.create(at: path)
        try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: path)
        #expect(throws: StorageError(.invalidKey, "")) { try RootKey.load(at: path) }
        #expect(throws: StorageError(.invalidKey, "")) { try RootKey.loadOrCreate(at: path) }
    }

    @Test(arguments: [0, 31, 33, 5000])
    func aKeyOfAnotherLengthIsRefused(length: Int) throws {
        let path = folder.file("root.key")
        #expect(FileManager.default.createFile(atPath: path, contents: Data(count: length), attributes: [.posixPermissions: 0o600]))
        #expect(throws: StorageError(.invalidKey, "")) { try RootKey.load(at: path) }
    }

    @Test func aMissingKeyOrFolderIsNotFound() throws {
        #expect(throws: StorageError(.notFound, "")) { try RootKey.load(at: folder.file("none")) }
        #expect(throws: StorageError(.notFound, "")) { try RootKey.create(at: folder.file("none/root.key")) }
    }
}

extension RootKeyTests {
    @Test func aKeyOfBytesIsTheOneOfAFileThatHoldsThem() throws {
        let bytes = (0..<32).map { UInt8($0) }
        let path = folder.file("root.key")
        #expect(FileManager.default.createFile(atPath: path, contents: Data(bytes), attributes: [.posixPermissions: 0o600]))
        #expect(try RootKey(secret: bytes).id == RootKey.load(at: path).id)
        for length in [0, 31, 33] {
            #expect(throws: StorageError(.invalidKey, "")) { try RootKey(secret: Array(repeating: 0, count: length)) }
        }
    }

    @Test func aLinkIsRefused() throws {
        _ = try RootKey.create(at: folder.file("root.key"))
        try FileManager.default.createSymbolicLink(atPath: folder.file("link"), withDestinationPath: folder.file("root.key"))
        #expect(throws: StorageError(.invalidKey, "")) { try RootKey.load(at: folder.file("link")) }
    }

    @Test func aFolderIsRefused() {
        #expect(throws: StorageError(.invalidKey, "")) { try RootKey.load(at: folder.file("")) }
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give a file away")) func anotherUsersFileIsRefused() throws {
        let path = folder.file("root.key")
        _ = try RootKey.create(at: path)
        #expect(chown(path, 12345, 12345) == 0)
        #expect(throws: StorageError(.invalidKey, "")) { try RootKey.load(at: path) }
    }

    /// systemd gives a service's user access by an access list, which shows as the group's.
    @Test func aCredentialMayBeReadableByItsGroupAndNoFurther() throws {
        let path = folder.file("root.key")
        let made = try RootKey.create(at: path)
        #expect(chmod(path, 0o440) == 0)
        #expect(try RootKey.load(at: path, isCredential: true).id == made.id)
        #expect(throws: StorageError(.invalidKey, "")) { try RootKey.load(at: path) }
        #expect(chmod(path, 0o444) == 0)
        #expect(throws: StorageError(.invalidKey, "")) { try RootKey.load(at: path, isCredential: true) }
    }
}
