import Documents
import Identity
import ParaphStorage
import ServerKit

/// How Documents asks people what programs want signed: by the requests of Identity.
struct IdentityRequests: SigningRequests {
    let requests: ClientRequests

    func ask(_ question: SigningQuestion, as principal: Principal) async throws -> String {
        let question = ClientRequests.Question(
            description: question.description,
            digests: question.digests,
            credential: question.credential
        )
        return try await requests.ask(question, as: principal)
    }

    func outcome(of id: String, for principal: Principal, in tx: any ReadTransaction) throws -> SigningOutcome? {
        switch try requests.outcome(of: id, for: principal, in: tx) {
        case nil: nil
        case .pending: .pending
        case .declined: .declined
        case .denied: .denied
        case .expired: .expired
        case .approved(let question, let signatureID, let at):
            .approved(
                SigningQuestion(description: question.description, digests: question.digests, credential: question.credential),
                signatureID: signatureID,
                at: at
            )
        }
    }
}
