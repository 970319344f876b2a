import Crypto
import ParaphPDF
import ParaphWire

/// A seal as the server is asked about it, or what is known without asking.
nonisolated enum FileSeal: Sendable {
    case ask(SealToJudge)
    case known(SealVerdict)
}

/// The newest seals of a file, and how many there are before them.
nonisolated struct FileSeals: Sendable {
    var seals: [FileSeal] = []
    var earlier = 0
}

/// A file as it was found.
nonisolated struct JudgedFile: Sendable {
    /// The document's id, as its link has it.
    var id: String?
    var changes = FileChanges(verdict: .none)
    var seals = FileSeals()
}

extension SigningFile {
    /// How many signatures are judged at a time, and the most bytes of one.
    private static let (mostSeals, longestSeal) = (16, 65_536)
    /// How the other digests are named within a signature.
    private static let (sha384, sha512): ([UInt8], [UInt8]) = (
        [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x02], [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x03]
    )

    /// What was changed after the signatures, the document's id, and the newest seals as the server judges them.
    ///
    /// - Parameter server: The address that links to histories begin with.
    /// - Returns: all that is said of the file.
    /// - Throws: ``DocumentFault`` where it cannot be opened.
    func judge(server: String) throws -> JudgedFile {
        do {
            let opened = try read()
            let signed = opened.history.signatures.filter { $0.kind != .timestamp }
            var changes = FileChanges(judging: signed.map { self.changes(since: $0, opened) })
            label(&changes, opened)
            return JudgedFile(id: linkedDocument(server), changes: changes, seals: try seals(before: .max))
        } catch let error as PDFError {
            throw DocumentFault(opening: error)
        }
    }

    private func changes(since signature: PDFSignature, _ opened: Opened) -> FileChanges {
        do {
            let found = try opened.history.changes(since: signature)
            let items = try found.items.map { (change) throws(PDFError) in try describe(change, opened) }
            switch found.verdict {
            case .none: return FileChanges(verdict: .none, items: items)
            case .allowed: return FileChanges(verdict: .allowed, items: items)
            case .suspicious: return FileChanges(verdict: .suspicious, items: items)
            case .forbidden: return FileChanges(verdict: .forbidden, items: items)
            }
        } catch {
            return FileChanges(verdict: error.isLimit ? .unknown : .forbidden)
        }
    }

    private func describe(_ change: PDFChange, _ opened: Opened) throws(PDFError) -> FileChange {
        var told = FileChange(
            kind: change.kind,
            detail: change.detail,
            verdict: change.verdict,
            isRemarkable: change.isRemarkable
        )
        guard let page = change.page, opened.pages.indices.contains(page - 1) else { return told }
        told.page = page - 1
        if let box = change.rectangle { told.rectangle = try opened.file.geometry(of: opened.pages[page - 1]).shown(box) }
        return told
    }

    /// Gives fields that were filled in what the form calls them.
    private func label(_ changes: inout FileChanges, _ opened: Opened) {
        guard var filled = changes.filled, let fields = try? opened.file.fields() else { return }
        for index in filled.indices {
            guard let field = fields.first(where: { $0.name == filled[index].name }) else { continue }
            filled[index].label = try? opened.file.resolve(field.dictionary["TU"]).string?.text
        }
        changes.filled = filled
    }

    /// Some of the seals: the newest of the first so many.
    func seals(before end: Int) throws -> FileSeals {
        let opened = try read()
        let signed = opened.history.signatures.filter { $0.kind != .timestamp }.prefix(end)
        let earlier = max(0, signed.count - Self.mostSeals)
        return FileSeals(seals: try signed.dropFirst(earlier).map { try seal($0, opened) }, earlier: earlier)
    }

    private func seal(_ signature: PDFSignature, _ opened: Opened) throws(PDFError) -> FileSeal {
        guard let (before, after) = signature.signedParts(of: opened.file) else {
            return .known(SealVerdict(state: .invalid, reason: .contentChanged))
        }
        let format = try opened.history.signedVersion(of: signature).flatMap { (signed) throws(PDFError) in
            try opened.file.resolve(signed.dictionary["SubFilter"]).name?.description
        }
        guard let format, ["ETSI.CAdES.detached", "adbe.pkcs7.detached"].contains(format), signature.contents.count <= Self.longestSeal
        else { return .known(SealVerdict(state: .unknown, reason: .unsupported)) }
        let contents = signature.contents
        return .ask(
            SealToJudge(
                contents: Base64URL(contents),
                sha256: digest(SHA256(), before, after),
                sha384: contains(Self.sha384, in: contents) ? digest(SHA384(), before, after) : nil,
                sha512: contains(Self.sha512, in: contents) ? digest(SHA512(), before, after) : nil
            )
        )
    }

    private func digest(_ empty: some HashFunction, _ parts: PDFBytes...) -> Base64URL {
        var digest = empty
        for part in parts { part.withBytes { digest.update(bufferPointer: UnsafeRawBufferPointer($0)) } }
        return Base64URL(digest.finalize())
    }

    private func contains(_ wanted: [UInt8], in bytes: [UInt8]) -> Bool { bytes.firstRange(of: wanted) != nil }

    /// The id in the first link to the server's history of a document, which the first signature brings; `nil` where there is none.
    private func linkedDocument(_ server: String) -> String? {
        let link = Array("\(server)/documents/?documentid=".utf8)
        let length = 32
        return bytes.withBytes { bytes in
            var start = 0
            while let at = bytes[start...].firstIndex(of: link[0]), at + link.count + length <= bytes.count {
                let id = bytes[(at + link.count)..<(at + link.count + length)]
                let isId = id.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
                if isId, bytes[at..<(at + link.count)].elementsEqual(link) { return String(decoding: id, as: UTF8.self) }
                start = at + 1
            }
            return nil
        }
    }
}
