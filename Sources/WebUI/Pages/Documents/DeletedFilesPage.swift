import ParaphWire

/// What a person deleted in Files within seven days, with what restores it.
struct DeletedFilesPage: Page {
    static let template = "deleted-files"

    let files: ParaphWire.Page<StoredFile>

    static func load(_ visit: Visit) async throws -> DeletedFilesPage {
        var path = FilesEndpoints.list.path + "?isTrashed=true"
        if let after = visit.cursor("after") { path += "&after=\(after)" }
        return DeletedFilesPage(files: try await visit.get(FilesEndpoints.list, at: path))
    }

    var title: String { "trash.title" }
    var area: Area? { .documents }

    func values(_ phrases: Phrases) -> [String: Any] {
        var values: [String: Any] = ["any": !files.items.isEmpty]
        values["next"] = files.next
        values["items"] = files.items.map { file in
            [
                "id": file.id, "name": file.name, "goes": (file.expiresAt ?? file.changedAt).text,
                "label": phrases["trash.restoreOf", ["name": file.name]],
            ] as [String: Any]
        }
        return values
    }
}
