import Foundation
import Hummingbird
import ParaphStorage
import ParaphWire
import ServerKit
import SignToLoginDialect

/// Sign To Login's calls about documents (spec 000): an adapter that translates, and decides nothing.
struct SignToLoginDocuments: Sendable {
    let environment: DocumentsEnvironment

    /// The most bytes of pictures in one answer; those that do not fit are left out and marked.
    static let photoBudget = 8_000_000

    func addRoutes(to router: Router<ParaphContext>) {
        let routes = SignToLoginRoutes { [signatories = environment.signatories] key in try await signatories.app(key: key) }
        routes.add("savedocument", to: router) { parameters, app, _ in try await save(parameters, app: app) }
        routes.add("opendocument", to: router) { parameters, app, _ in try await open(parameters, app: app) }
    }

    /// `/savedocument/`: notes a save.
    func save(_ parameters: SignToLoginParameters, app: SigningApp) async throws -> DocumentSaved {
        let call = try SaveDocumentCall(parameters)
        do {
            let saved = try await environment.database.write { [environment] tx in
                try environment.signatories.requireEnabled(app.id, in: tx)
                let person = try Self.person(call.email, app: app, signatories: environment.signatories, in: tx)
                let (hash, signatories) = (call.save.hash.text, environment.signatories)
                if let wait = try signatories.takeSave(of: hash, by: person.id, inApp: app.id, in: tx) {
                    throw SignToLoginFailure.tooMany(error: "This app saved too many documents for this person this year", retryAfter: wait)
                }
                return try DocumentRegistry(environment: environment).save(call.save, by: person, through: app, in: tx)
            }
            return DocumentSaved(documentid: saved.documentID, fork: saved.isFork ? true : nil)
        } catch let refusal as SaveRefusal {
            throw SignToLoginRefusal(refusal.parameter, refusal.detail, reason: refusal.code.rawValue)
        }
    }

    /// `/opendocument/`: says whether a file is as it was saved, and who signed it.
    func open(_ parameters: SignToLoginParameters, app: SigningApp) async throws -> DocumentOpened {
        let call = try OpenDocumentCall(parameters)
        let service = HistoryService(environment: environment)
        let found = try await environment.database.read { [environment] tx -> HistoryService.Found? in
            let person = try Self.person(call.email, app: app, signatories: environment.signatories, in: tx)
            // The app's word for who asks opens what they did through this app, no more.
            let reader = HistoryService.Reader(personID: person.id, appID: app.id)
            return try service.find(call.documentID, hash: call.hash, for: reader, in: tx)
        }
        guard let found else {
            let refusal = SaveRefusal.unknownDocument
            throw SignToLoginRefusal(refusal.parameter, refusal.detail, reason: refusal.code.rawValue)
        }
        let items = found.isHidden ? [] : try await withPhotos(Self.items(of: found.history))
        return DocumentOpened(history: found.history, items: items, isHidden: found.isHidden)
    }

    private static func person(
        _ email: String,
        app: SigningApp,
        signatories: any Signatories,
        in tx: any ReadTransaction
    ) throws -> Signatory {
        guard let person = try signatories.person(email: email, inApp: app.id, in: tx) else { throw SignToLoginFailure.unknownUser }
        guard person.isActive else { throw SignToLoginFailure.disabled }
        return person
    }

    private static func items(of history: DocumentHistory) -> [HistoryItem] {
        let ancestors = history.fileVersion.map { history.ancestors(of: $0) }
        return history.versions.flatMap { version in
            version.signatures.map { signature in
                HistoryItem(
                    version: version.number,
                    previousVersion: version.previous,
                    onThisFile: ancestors?.contains(version.number),
                    signature: signature
                )
            }
        }
    }

    /// The items with their pictures, the newest first where not all fit: those are what the next person looks at.
    private func withPhotos(_ items: [HistoryItem]) async throws -> [HistoryItem] {
        var items = items
        var budget = Self.photoBudget
        for index in items.indices.reversed() where items[index].signature.photoOrientation != nil {
            guard budget > 0 else {
                items[index].photoLeftOut = true
                continue
            }
            // A picture that is lost must not keep the history from its readers.
            guard let photo = try? await environment.signatories.picture(ofSignature: items[index].signature.id) else { continue }
            budget -= photo.bytes.count
            if budget >= 0 { items[index].photo = photo } else { items[index].photoLeftOut = true }
        }
        return items
    }
}

extension SignatoryPicture {
    /// The file in base64 (RFC 4648, section 4).
    var base64: String { Data(bytes).base64EncodedString() }
}
