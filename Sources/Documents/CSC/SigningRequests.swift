public import ParaphStorage
public import ParaphWire
public import ServerKit

/// Asks people, on devices of theirs, whether their keys may sign what programs want signed.
public protocol SigningRequests: Sendable {
    /// Asks the person for whom a program acts.
    ///
    /// - Returns: the id of the request.
    /// - Throws: a `Problem`: `malformed`, `cannotAnswer`, `requestsBlocked`, or `tooManyClientRequests` that says when to come again.
    func ask(_ question: SigningQuestion, as principal: Principal) async throws -> String

    /// What became of a request of this program's; `nil` where it made none of this id.
    func outcome(of id: String, for principal: Principal, in tx: any ReadTransaction) throws -> SigningOutcome?
}

/// What a program wants a person's key to sign.
public struct SigningQuestion: Hashable, Sendable {
    /// What the program says it is about.
    public var description: String?
    /// SHA-256 digests, each once.
    public var digests: [[UInt8]]
    /// The key.
    public var credential: String

    public init(description: String? = nil, digests: [[UInt8]], credential: String) {
        self.description = description
        self.digests = digests
        self.credential = credential
    }
}

/// What became of a request.
public enum SigningOutcome: Hashable, Sendable {
    case pending
    /// The person's device authorised exactly these digests, with a signature and at a moment.
    case approved(SigningQuestion, signatureID: String, at: Timestamp)
    /// The person said no.
    case declined
    /// Too many signatures were not the person's.
    case denied
    /// The person did not answer in time.
    case expired
}
