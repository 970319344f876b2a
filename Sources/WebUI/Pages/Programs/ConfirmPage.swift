import Hummingbird
import ParaphWire

/// Asks the owner of an address whether what an app did was theirs.
struct ConfirmPage: Page {
    static let template = "confirm"
    static let needsSession = false

    /// What the link opens.
    enum Question: Sendable {
        /// A mailed link: whether the app's doing was the owner's.
        case proof(EmailProof, token: String)
        /// A link that the app was answered: whether it may have a signature of its own; its person says so on a device of theirs.
        case template(EmailProof, id: String)
        /// A link that opens nothing any more.
        case gone
    }

    let question: Question

    static func load(_ visit: Visit) async throws -> ConfirmPage {
        if let token = visit.query("token") {
            guard let proof = try await visit.proof(IdentityEndpoints.emailProof, token) else { return ConfirmPage(question: .gone) }
            if let id = proof.confirmHere { throw Redirect.to("/confirm?id=\(id)") }
            return ConfirmPage(question: .proof(proof, token: token))
        }
        guard let id = visit.query("id") else { return ConfirmPage(question: .gone) }
        guard visit.isSignedIn else { throw Redirect.to(SignInPage.path(next: visit.request.uri.string)) }
        let proof = try await visit.proof(IdentityEndpoints.appTemplate, id)
        return ConfirmPage(question: proof.map { .template($0, id: id) } ?? .gone)
    }

    var title: String { "confirm.title" }

    var scripts: [String] {
        switch question {
        case .template: ["Programs/confirm.js"]
        case .proof(let proof, _) where proof.isContested: ["Programs/confirm.js"]
        case .proof, .gone: []
        }
    }

    func values(_ phrases: Phrases) -> [String: Any] {
        switch question {
        case .proof(let proof, let token) where proof.isProved:
            if proof.kind == .template { return Self.allowed(IdentityEndpoints.refuseEmailProof.path(token), phrases) }
            guard proof.isContested else { return ["explanation": phrases["confirm.proved"], "isOver": true] }
            // The page is open again: the signature is still to be given.
            let yes = IdentityEndpoints.proveEmail.target(token, query: EmailProofQuery(proof))
            return [
                "explanation": phrases["confirm.provedAnew"], "anewPath": yes, "token": token, "anewLabel": phrases["confirm.signHere"],
            ]
        case .template(let proof, let id) where proof.isProved:
            return Self.allowed(IdentityEndpoints.refuseAppTemplate.path(id), phrases)
        case .proof(let proof, let token):
            let key = proof.kind == .account ? "confirm.account" : "confirm.template"
            // Yes is said to what is shown.
            let yes = IdentityEndpoints.proveEmail.target(token, query: EmailProofQuery(proof))
            let no = IdentityEndpoints.refuseEmailProof.path(token)
            if proof.isContested {
                return [
                    "explanation": proof.words(key, phrases), "path": no, "anewPath": yes, "token": token, "notes": proof.notes(phrases),
                    "anewLabel": phrases["confirm.yesAnew"],
                ]
            }
            return ["explanation": proof.words(key, phrases), "path": no, "yesPath": yes, "notes": proof.notes(phrases)]
        case .template(let proof, let id):
            return ["explanation": proof.words("confirm.templateHere", phrases), "templateId": id, "notes": proof.notes(phrases)]
        case .gone:
            return ["explanation": phrases["confirm.gone"], "notes": [phrases["confirm.goneNote"]], "isOver": true]
        }
    }
}

extension ConfirmPage {
    /// What was allowed and not used yet: it can be taken back.
    fileprivate static func allowed(_ no: String, _ phrases: Phrases) -> [String: Any] {
        ["explanation": phrases["confirm.proved"], "notes": [phrases["confirm.takeBack"]], "path": no, "isOver": true]
    }
}

extension EmailProof {
    /// The most apps that are named; of more it is said that there are more.
    private static let namedApps = 20

    /// What a yes does besides.
    fileprivate func notes(_ phrases: Phrases) -> [String] {
        let apps = alsoEnds.prefix(Self.namedApps).map { $0.isNameApproved ? $0.name : phrases.unknown($0.name) }
        let list = (apps + (alsoEnds.count > apps.count ? ["…"] : [])).joined(separator: ", ")
        let told =
            others.isEmpty
            ? [] : [phrases["confirm.others", ["this": asked?.text ?? "", "others": others.map(\.text).joined(separator: "; ")]]]
        return (isContested ? [phrases["confirm.contested"]] : []) + told
            + (apps.isEmpty ? [] : [phrases["confirm.alsoEnds", ["apps": list]]])
    }

    /// What is asked, by the phrase for an app that was looked at or the one for any other.
    fileprivate func words(_ key: String, _ phrases: Phrases) -> String {
        let app = isAppNameApproved ? appName : phrases.unknown(appName)
        return phrases[isAppNameApproved ? key : "\(key)Unknown", ["app": app, "email": email]]
    }
}

extension EmailProof.Asked {
    /// As the letters say it: `2026-11-25 01:02 UTC (iPad)`.
    fileprivate var text: String { "\(at.text.prefix(16).replacing("T", with: " ")) UTC\(device.map { " (\($0))" } ?? "")" }
}

extension Visit {
    /// What a link asks; `nil` where it opens nothing.
    fileprivate func proof(_ endpoint: Endpoint<Nothing, Nothing, EmailProof>, _ parameter: String) async throws -> EmailProof? {
        do {
            return try await get(endpoint, at: endpoint.path(parameter))
        } catch let problem as Problem where (400..<500).contains(problem.status) {
            return nil
        }
    }
}
