import ParaphWire

/// What is noted of the documents on this device.
struct DeviceNotes: Codable, Hashable, Sendable {
    /// A signed version that the server has not taken note of.
    struct Waiting: Codable, Hashable, Sendable {
        /// The file beside the notes.
        var file: String
        var save: DocumentSave
        /// Who signed: it is told in their session only.
        var personID: String
    }

    /// How many versions are remembered.
    private static let most = 5000

    /// By the documents' names.
    var waiting: [String: Waiting] = [:]
    /// The documents in the registry, by the hashes of versions.
    var documents: [String: String] = [:]

    mutating func note(_ documentID: String, of hash: String) {
        // What is forgotten the link in the document tells.
        if documents.count >= Self.most { documents = [:] }
        documents[hash] = documentID
    }
}
