import ParaphInkFormats
import ServerKit
import SignToLoginDialect

/// The parameters of `/savedocument/`, checked.
struct SaveDocumentCall: Hashable, Sendable {
    var email: String
    var save: DocumentRegistry.Save

    /// The most signatures of one save.
    static let signatureLimit = 100

    /// Reads the parameters in the order of the specification; `documentid` is Paraph's addition.
    ///
    /// - Throws: `SignToLoginRefusal` that names the first one that is missing or wrong.
    init(_ parameters: SignToLoginParameters) throws(SignToLoginRefusal) {
        email = try parameters.requiredLine("email", limit: 254)
        let previous = try parameters.hash("previous_hash")
        guard let hash = try parameters.hash("document_hash") else { throw SignToLoginRefusal("document_hash", "is missing") }
        save = DocumentRegistry.Save(previous: previous, hash: hash)
        save.signatures = try parameters.signatureIDs(atMost: Self.signatureLimit)
        save.documentID = try parameters.line("documentid", limit: 64)
    }
}

/// The parameters of `/opendocument/`, checked.
struct OpenDocumentCall: Hashable, Sendable {
    var email: String
    var documentID: String
    var hash: DocumentHash

    /// - Throws: `SignToLoginRefusal` that names the first one that is missing or wrong.
    init(_ parameters: SignToLoginParameters) throws(SignToLoginRefusal) {
        email = try parameters.requiredLine("email", limit: 254)
        documentID = try parameters.requiredLine("documentid", limit: 64)
        guard let hash = try parameters.hash("document_hash") else { throw SignToLoginRefusal("document_hash", "is missing") }
        self.hash = hash
    }
}

extension SignToLoginParameters {
    /// The hash of a file; `nil` where it is absent.
    fileprivate func hash(_ name: String) throws(SignToLoginRefusal) -> DocumentHash? {
        guard let text = try line(name, limit: 1000) else { return nil }
        guard let hash = DocumentHash(text) else {
            throw SignToLoginRefusal(
                name,
                "must be the SHA-256 of the whole file in 64 hexadecimal digits (others of 40 to 128 digits are taken as they are)",
                reason: "malformed"
            )
        }
        return hash
    }

    /// The ids of signatures, none where the parameter is absent.
    fileprivate func signatureIDs(atMost limit: Int) throws(SignToLoginRefusal) -> [String] {
        guard let json = try structure("signatures") else { return [] }
        var cursor = JSONCursor(json)
        var ids: [String] = []
        do throws(FormatError) {
            try cursor.array { (cursor) throws(FormatError) in
                guard ids.count < limit else { throw FormatError(.tooLarge, "there are more than \(limit)") }
                let id = try cursor.string()
                guard (1...64).contains(id.utf8.count), id.unicodeScalars.allSatisfy({ $0.isASCII && $0.isVisible }) else {
                    throw FormatError(.malformed, "an id is not of the form that /authenticate/ answers")
                }
                ids.append(id)
            }
            try cursor.end()
        } catch {
            throw SignToLoginRefusal(
                "signatures",
                "must be a list of at most \(limit) ids that /authenticate/ answered, such as [\"d31ec73af19a4b68\"]: \(error.message)",
                reason: "malformed"
            )
        }
        return ids
    }
}
