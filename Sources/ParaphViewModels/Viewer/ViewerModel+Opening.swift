import Foundation
import ParaphClient
import ParaphPDF
import ParaphWire

extension ViewerModel {
    /// A version of the document as it was found.
    private struct Found {
        var document: ShownDocument
        var url: URL
        var bytes: [UInt8]
        /// Whether the server was not reached, so that nothing can be signed.
        var isOffline = false
        /// Whether a signed version of it waits for the server.
        var isWaiting = false
        var notice: Notice?
    }

    /// Opens the document; gives what is to be said of it.
    func open() async throws -> Notice? {
        let isFirst = shown == nil
        var found =
            switch source {
            case .device(let name): try await openHere(name)
            case .file(let id): try await bring(id)
            }
        let file = SigningFile(found.bytes, fonts: fonts)
        found.document.facts = try await file.facts()
        show(found, file, await form(of: found, file))
        await offerSigning(found, file)
        if isFirst || unsignable != nil { await restoreDraft() }
        return isFirst || found.notice != nil ? found.notice ?? note(found) : nil
    }

    private func form(of found: Found, _ file: SigningFile) async -> FormModel? {
        let facts = found.document.facts
        guard !facts.isLocked, !facts.isClosed, !found.isWaiting else { return nil }
        return FormModel(await file.form(), file, found.document, words)
    }

    private func show(_ found: Found, _ file: SigningFile, _ form: FormModel?) {
        let document = found.document
        (shown, name, url, newerText, self.form) = (document, document.name, found.url, nil, form)
        pages = .loaded(document.facts.pages)
        verdict = document.isJudged ? VerdictModel(context, file, document) : nil
        (signing, unsignedText) = (nil, nil)
    }

    /// Lets the person sign, where that can be; it needs a connection, and the document is shown without one.
    private func offerSigning(_ found: Found, _ file: SigningFile) async {
        let (document, facts) = (found.document, found.document.facts)
        guard !found.isWaiting, !facts.isClosed, !facts.isLocked || document.isOnServer else { return }
        do {
            guard !found.isOffline else { throw ClientError(.offline, "the file came from a copy") }
            let person = try await context.client.account.person()
            signing = DocumentSigningModel(context, ports(file, document, person))
        } catch let error as ClientError {
            unsignedText = error.code == .offline ? words("script.signing.offline") : words.explain(error)
        } catch {
            // The screen is gone.
        }
    }

    private func ports(_ file: SigningFile, _ document: ShownDocument, _ person: Person) -> DocumentSigningModel.ViewerPorts {
        DocumentSigningModel.ViewerPorts(file: file, shown: document, person: person, documents: places.documents, form: form) {
            [weak self] signed in
            await self?.showSigned(signed)
        } changed: { [weak self] in
            await self?.showChanged()
        } copied: { [weak self] name in
            await self?.showCopy(name)
        } keep: { [weak self] in
            await self?.keepDraft()
        }
    }

    /// What the person should know of the file.
    private func note(_ found: Found) -> Notice? {
        if found.isWaiting { return Notice(words("script.signing.waiting"), kind: .warning) }
        // The server signs what is encrypted, which this device cannot.
        let marks = found.document.facts.marks.filter { !($0 == "locked" && found.document.isOnServer) }
        guard !marks.isEmpty else { return nil }
        let texts = marks.map { mark in mark == "locked" ? words("app.locked") : words("script.documents.note.\(mark)") }
        return Notice(texts.joined(separator: " "), kind: .warning)
    }

    private func showSigned(_ signed: DocumentSigningModel.SignedDocument) async {
        await eraseDraft()
        if let name = signed.name { source = .device(name) }
        await reload()
        signedText = signed.text
    }

    /// Shows a clean copy in the place of what it was made of.
    private func showCopy(_ name: String) async {
        await eraseDraft()
        source = .device(name)
        (self.name, shown) = (name, nil)
        await reload()
    }

    private func showChanged() async {
        let name = name
        await reload()
        work.notice = Notice(words("script.files.unsigned.changedSince", ["name": name]), kind: .warning)
    }

    private func reload() async {
        signedText = nil
        await load()
    }

    // MARK: Finding it

    private func openHere(_ name: String) async throws -> Found {
        let given = try await places.documents.finishWaiting(context.client)
        guard FileManager.default.fileExists(atPath: places.documents.url(of: name).path) else { throw DocumentFault(.gone) }
        let (bytes, hash) = try await places.documents.content(of: name)
        var document = ShownDocument(name: name, hash: hash)
        document.documentID = try await places.documents.documentID(of: hash)
        var found = Found(document: document, url: places.documents.url(of: name), bytes: bytes)
        found.isWaiting = try await places.documents.isWaiting(name)
        if !given.isEmpty {
            let texts = given.map { words("script.documents.problem.givenUp", ["name": $0]) }
            found.notice = Notice(texts.joined(separator: " "), kind: .warning)
        }
        return found
    }

    private func bring(_ id: String) async throws -> Found {
        let (file, isOffline) = try await newest(id)
        name = file.name
        let url = try await bring(file)
        let (bytes, hash) = try await copies.content(of: url)
        let document = ShownDocument(name: file.name, hash: hash, documentID: file.documentId, stored: file)
        return Found(document: document, url: url, bytes: bytes, isOffline: isOffline)
    }

    /// Without a connection what is here is shown as it was when there was one.
    private func newest(_ id: String) async throws -> (StoredFile, isOffline: Bool) {
        do {
            return (try await context.client.files.find(id), false)
        } catch let error as ClientError where error.code == .offline {
            let known = try? await places.store.files().first { $0.id == id }
            guard let known, await copies.find(known) != nil else { throw error }
            return (known, true)
        }
    }

    private func bring(_ file: StoredFile) async throws -> URL {
        try await showing(file.size) { try await copies.bring(file, context.client, progress: $0) }
    }
}
