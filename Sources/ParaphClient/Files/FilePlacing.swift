public import ParaphWire

extension Files {
    /// Asks for the signature on a file, for the version that was listed.
    ///
    /// - Returns: what is to be signed.
    /// - Throws: ``ClientError``: `differs` while the file is on its way; what ``Documents/beginSigning(hash:)`` throws.
    public func beginSigning(_ file: StoredFile) async throws -> Signing {
        guard let hash = file.hash else { throw ClientError(.differs, "the file is not on the server whole yet") }
        return try await client.documents.beginSigning(hash: hash)
    }

    /// Begins to put an accepted signature on a file.
    ///
    /// - Parameters:
    ///   - signature: What ``beginSigning(_:)`` came to.
    ///   - file: The file as the person saw it.
    ///   - password: What opens the file, where it is encrypted; it is kept nowhere.
    /// - Returns: what saves it.
    /// - Throws: ``ClientError`` of code `differs` where the signature was given for no document.
    public func placing(_ signature: Signing.Accepted, on file: StoredFile, password: String? = nil) throws -> FilePlacing {
        guard let id = signature.signatureId, let hash = file.hash else {
            throw ClientError(.differs, "the signature was given for no document")
        }
        return FilePlacing(client: client, file: file, hash: hash, signature: signature, signatureID: id, password: password)
    }
}

/// From a drawn signature to a signed file on the server: the server prepares, this device authorises the digest, and one call seals and keeps it
/// all, or nothing.
public actor FilePlacing {
    /// Where a signature goes, and what goes with it.
    public struct Placement: Hashable, Sendable {
        /// The signature field to sign.
        public var field: String?
        /// The page of a new field, from 0.
        public var page: Int?
        /// Left, bottom, right and top of a new field, in the page's points.
        public var box: [Double]?
        /// The colour of the ink.
        public var ink: InkColor
        /// A JPEG of the person, at most 256 KiB.
        public var photo: [UInt8]?
        /// What is filled into the form before it is signed.
        public var form: [FormFieldValue]

        /// Signs a field that the file has.
        public init(field: String, ink: InkColor = .blue, photo: [UInt8]? = nil, form: [FormFieldValue] = []) {
            (self.field, self.ink, self.photo, self.form) = (field, ink, photo, form)
        }

        /// Signs a new field.
        public init(page: Int, box: [Double], ink: InkColor = .blue, photo: [UInt8]? = nil, form: [FormFieldValue] = []) {
            (self.page, self.box, self.ink, self.photo, self.form) = (page, box, ink, photo, form)
        }
    }

    /// A file that was signed.
    public struct Saved: Hashable, Sendable {
        /// The file as it is now.
        public let file: StoredFile
        /// Who signed since the version that the person saw, oldest first, below this signature.
        public let signedSince: [String]
    }

    /// How often others may be faster before the person is asked again.
    private static let mostOvertaken = 5

    private let client: ParaphClient
    private let file: StoredFile
    private let hash: String
    private let signature: Signing.Accepted
    private let signatureID: String
    private let password: String?
    /// What the device authorised and was not answered yet.
    private var sent: (draft: String, request: SealRequest)?
    /// Whether an answer to it was lost.
    private var isUnheard = false
    private var signedSince: [String] = []

    init(
        client: ParaphClient,
        file: StoredFile,
        hash: String,
        signature: Signing.Accepted,
        signatureID: String,
        password: String?
    ) {
        self.client = client
        self.file = file
        self.hash = hash
        self.signature = signature
        self.signatureID = signatureID
        self.password = password
    }

    /// Whether the place of the signature cannot be changed any more: it may be sealed already.
    public var isFixed: Bool { sent != nil }

    /// Signs; where it was not heard what became of it, call it again: it is done once.
    ///
    /// - Parameter placement: Where the signature goes; while ``isFixed``, the one before counts.
    /// - Returns: the signed file.
    /// - Throws: ``ClientError``: `signatureExpired` after fifteen minutes, `fieldSigned`, `signatureForbidden`, `locked`, `formRefused`,
    ///   `wouldHide`, `fileFull`, `tooManyDrafts`; `offline`.
    public func save(at placement: Placement) async throws -> Saved {
        for overtaken in 0... {
            do {
                if sent == nil { sent = try await prepare(placement) }
                guard let sent else { break }
                return Saved(file: try await complete(sent.draft, sent.request), signedSince: signedSince)
            } catch let error as ClientError {
                // What was not heard of did seal it: the signature lies on this file, and on nothing else.
                if error.isProblem(.usedSignature), isUnheard {
                    return Saved(file: try await client.files.find(file.id), signedSince: signedSince)
                }
                // Only where the server looked at it and says no, it is known that nothing was sealed.
                guard sent != nil, let status = error.status else { throw error }
                if [404, 409, 422].contains(status) { sent = nil }
                // A draft that is not there any more says nothing of what became of it.
                if [409, 422].contains(status) { isUnheard = false }
                // Others were faster, or the draft is too old or swept: the same drawing is put on top of what is there now.
                let isStale = [.signedMeanwhile, .draftExpired, .notFound].contains { error.isProblem($0) }
                guard isStale, overtaken < Self.mostOvertaken else { throw error }
            }
        }
        throw ClientError(.offline, "the file is not signed yet")
    }

    private func prepare(_ placement: Placement) async throws -> (String, SealRequest) {
        let signing = FileSigning(
            signatureId: signatureID,
            seenHash: hash,
            ink: placement.ink,
            photo: placement.photo.map { Base64URL($0) },
            field: placement.field,
            page: placement.page,
            box: placement.box,
            password: password,
            form: placement.form.isEmpty ? nil : placement.form
        )
        // A draft that was prepared twice is swept.
        let draft = try await call(FileSigningEndpoints.prepare, FileSigningEndpoints.prepare.path(file.id), signing)
        signedSince = draft.signedSince ?? []
        return (draft.id, try await client.documents.authorise(draft.digest, signature, draft.previousHash))
    }

    private func complete(_ draft: String, _ request: SealRequest) async throws -> StoredFile {
        do {
            // The same request sent again is answered the same.
            return try await call(FileSigningEndpoints.complete, FileSigningEndpoints.complete.path(file.id, draft), request)
        } catch let error as ClientError where error.isTransient {
            isUnheard = true
            throw error
        }
    }

    /// Preparing or sealing a large file waits for others' turn.
    private func call<Input: WholeBody, Output: WholeBody>(_ endpoint: Endpoint<Nothing, Input, Output>, _ target: String, _ body: Input)
        async throws -> Output
    {
        let options = Caller.Options(repetition: .always, patience: .seconds(120))
        return try await client.caller.call(endpoint, target: target, query: Nothing(), body: body, options: options)
    }
}
