import Foundation
import ParaphStorage

extension NodeConfiguration {
    /// Where this instance's root key lies: where the setting says, else in systemd's credentials, else in the data folder.
    func rootKeyFiles(in folder: DataFolder) -> RootKeyFiles {
        let credentials = ProcessInfo.processInfo.environment["CREDENTIALS_DIRECTORY"]
        let credential = credentials.map { "\($0)/root.key" }
        if let rootKey { return RootKeyFiles(path: rootKey, isCredential: credentials.map { rootKey.hasPrefix($0 + "/") } ?? false) }
        if let credential, FileManager.default.fileExists(atPath: credential) {
            return RootKeyFiles(path: credential, isCredential: true)
        }
        return RootKeyFiles(path: folder.rootKey)
    }
}
