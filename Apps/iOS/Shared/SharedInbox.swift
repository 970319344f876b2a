import Foundation

/// The folder in which the share extension leaves PDFs for the app, in the container of the group that both belong to.
nonisolated struct SharedInbox: Sendable {
    private let folder: URL

    /// `nil` where app and extension share no group.
    init?() {
        guard let group = Bundle.main.infoDictionary?["ParaphGroup"] as? String,
            let container = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: group)
        else { return nil }
        folder = container.appending(path: "Inbox", directoryHint: .isDirectory)
    }

    /// Copies a file in under its own name; several of one name stand beside one another.
    func put(_ file: URL) throws {
        let files = FileManager.default
        // The app looks at what is there whole.
        let coming = folder.appending(path: ".\(UUID().uuidString)", directoryHint: .isDirectory)
        try files.createDirectory(at: coming, withIntermediateDirectories: true)
        do {
            try files.copyItem(at: file, to: coming.appending(path: file.lastPathComponent))
            try files.moveItem(at: coming, to: folder.appending(path: UUID().uuidString, directoryHint: .isDirectory))
        } catch {
            try? files.removeItem(at: coming)
            throw error
        }
    }

    /// What lies there.
    var files: [URL] {
        let files = FileManager.default
        let places = try? files.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
        return (places ?? []).flatMap { place in
            (try? files.contentsOfDirectory(at: place, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)) ?? []
        }
    }

    /// Deletes a file that the app has.
    func remove(_ file: URL) {
        try? FileManager.default.removeItem(at: file.deletingLastPathComponent())
    }
}
