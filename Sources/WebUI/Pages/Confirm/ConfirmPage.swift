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
        /// A link that the app was answered: whether it may have a new signature; its person says so on a device of theirs.
        case template(id: String)
        /// A link that opens nothing any more.
        case gone
    }

    let question: Question

    static func load(_ visit: Visit) async throws -> ConfirmPage {
        if let token = visit.query("token") {
            do {
                let proof = try await visit.get(IdentityEndpoints.emailProof, at: IdentityEndpoints.emailProof.path(token))
                return ConfirmPage(question: .proof(proof, token: token))
            } catch let problem as Problem where (400..<500).contains(problem.status) {
                return ConfirmPage(question: .gone)
            }
        }
        guard let id = visit.query("id") else { return ConfirmPage(question: .gone) }
        guard visit.isSignedIn else { throw Detour.to(SignInPage.path(next: visit.request.uri.string)) }
        return ConfirmPage(question: .template(id: id))
    }

    var title: String { "confirm.title" }

    var scripts: [String] {
        if case .template = question { ["confirm.js"] } else { [] }
    }

    func values(_ phrases: Phrases) -> [String: Any] {
        switch question {
        case .proof(let proof, _) where proof.proved:
            return ["explanation": phrases["confirm.proved"], "isOver": true]
        case .proof(let proof, let token):
            let key = proof.kind == .account ? "confirm.account" : "confirm.template"
            let app = proof.appNameApproved ? proof.appName : phrases.unknown(proof.appName)
            return [
                "explanation": phrases[proof.appNameApproved ? key : "\(key)Unknown", ["app": app, "email": proof.email]],
                "path": IdentityEndpoints.emailProof.path(token),
            ]
        case .template(let id):
            return ["explanation": phrases["confirm.templateHere"], "templateId": id]
        case .gone:
            return ["explanation": phrases["confirm.gone"], "note": phrases["confirm.goneNote"], "isOver": true]
        }
    }
}
