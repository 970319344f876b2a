import Foundation
public import ParaphStorage
public import ParaphWire
public import ServerKit

/// Where other domains ask people for what programs want of them.
public struct ClientRequests: Sendable {
    private let environment: IdentityEnvironment
    private let policy = RequestPolicy()

    init(environment: IdentityEnvironment) {
        self.environment = environment
    }

    /// What is asked for.
    public struct Question: Hashable, Sendable {
        /// What the program says it is about; 500 characters at most, none of which hides.
        public var description: String?
        /// SHA-256 digests, each once.
        public var digests: [[UInt8]]
        /// The key that is to sign.
        public var credential: String

        public init(description: String?, digests: [[UInt8]], credential: String) {
            self.description = description
            self.digests = digests
            self.credential = credential
        }
    }

    /// What became of a question.
    public enum Outcome: Hashable, Sendable {
        case pending
        /// The person signed for exactly this question, with a signature and at a moment.
        case approved(Question, signatureID: String, at: Timestamp)
        /// The person said no.
        case declined
        /// Too many signatures were not the person's.
        case denied
        /// The person did not answer in time.
        case expired
    }

    /// Asks the person for whom a program acts.
    ///
    /// - Returns: the id of the request.
    /// - Throws: a ``Problem``: `malformed` for a description that cannot be shown, `cannotAnswer` for a person without a device or a
    ///   signature, `requestsBlocked`, or `tooManyClientRequests` that says when to come again.
    public func ask(_ question: Question, as principal: Principal) async throws -> String {
        guard let client = principal.program else { throw Problem.forbidden(.programRequired, "Only programs ask people.") }
        if let description = question.description { try TextRules.check(description, name: "description", length: 0...500) }
        let description = question.description.flatMap { TextRules.isBlank($0) ? nil : $0 }
        return try await environment.countingRefusals {
            try await environment.database.write { [environment, policy] tx in
                let now = environment.time.now()
                let personID = principal.personID
                guard try environment.canAnswer(personID, in: tx) else { throw Problem.cannotAnswer }
                let registered = try principal.clientID.flatMap { try ClientStore.find($0, in: tx) }
                // The program may have been kept out since its token was looked at.
                guard registered?.disabledAt == nil else { throw Problem.unauthenticated() }
                let details = ClientRequestRecord.Details(
                    clientName: registered?.name,
                    description: description,
                    digests: question.digests.map { Base64URL($0) },
                    credential: question.credential
                )
                let request = ClientRequestRecord(
                    id: Identifier.random(),
                    personID: personID,
                    client: client,
                    kind: .signHashes,
                    details: details,
                    createdAt: now,
                    expiresAt: now.adding(seconds: policy.lifetime)
                )
                try environment.put(request, policy: policy, in: tx)
                return request.id
            }
        }
    }

    /// What became of a question that a program asked; `nil` for what it did not ask.
    ///
    /// Once the person says of any of a program's requests that it is none of theirs, what they approved before counts as declined too, and so it
    /// does once what it stands on is gone: the device that approved it, the consent, or what the person allowed the program. A domain that
    /// signs by an approval asks here in the same transaction.
    public func outcome(of id: String, for principal: Principal, in tx: any ReadTransaction) throws -> Outcome? {
        guard let client = principal.program, let request = try ClientRequestStore.find(id, keys: environment.keys, in: tx),
            request.client == client, request.personID == principal.personID
        else { return nil }
        switch request.status {
        case .approved where try RequestBlockStore.isBlocked(client, for: request.personID, in: tx): return .declined
        case .pending: return request.isPending(at: environment.time.now()) ? .pending : .expired
        case .declined, .reported: return .declined
        case .denied: return .denied
        case .approved:
            guard let signatureID = request.signatureID, let at = request.answeredAt else { return nil }
            guard try environment.stands(request, by: signatureID, in: tx) else { return .declined }
            let question = Question(
                description: request.details.description,
                digests: request.details.digests.map(\.bytes),
                credential: request.details.credential
            )
            return .approved(question, signatureID: signatureID, at: at)
        }
    }
}

extension IdentityDomain {
    /// Where other domains ask people for what programs want of them.
    public var requests: ClientRequests { ClientRequests(environment: environment) }
}

extension Problem {
    fileprivate static let cannotAnswer = Problem.conflict(
        .cannotAnswer,
        "The person has no device, or has not given their signature yet, and so could not answer."
    )
}
