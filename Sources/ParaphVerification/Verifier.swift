/// Compares signatures with a person's references: the whole public surface of verification.
///
/// A verifier holds no state; it may be shared by any number of threads. Everything it needs of a person is in the ``Template``.
public struct Verifier: Sendable {
    /// What the verifier asks of references and of questioned samples.
    public var policy: VerificationPolicy

    /// Makes a verifier of a policy.
    public init(policy: VerificationPolicy = VerificationPolicy()) {
        self.policy = policy
    }
}
