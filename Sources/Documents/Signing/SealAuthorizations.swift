public import ParaphStorage
public import ParaphWire

/// Judges whether the people of this instance want their documents sealed.
public protocol SealAuthorizations: Sendable {
    /// Makes sure that the device that a signature was drawn on says, by its own key, that a digest is to be sealed with it.
    ///
    /// - Parameters:
    ///   - request: What the device says.
    ///   - personID: Whose device it is.
    ///   - memory: Remembers the request, where it may be sent again.
    /// - Throws: a `Problem` that says why not.
    func authorize(_ request: SealRequest, personID: String, memory: SealMemory?) async throws

    /// Makes sure, in the transaction that keeps a seal, that the devices that a signature was drawn and placed on are the person's still.
    ///
    /// - Throws: a `Problem` where one was removed since.
    func requireDevices(ofSignature id: String, personID: String, in tx: any ReadTransaction) throws
}
