public import ParaphWire

/// Judges whether the people of this instance want their documents sealed.
public protocol SealAuthorizations: Sendable {
    /// Throws a `Problem` unless the device that a signature was drawn on says, by its own key, that a digest is to be sealed with it.
    func authorize(_ request: SealRequest, personID: String) async throws
}
