/// Finds the bytes of what goes with items of the outbox, when those leave: an item says where they are and does not hold them.
///
/// A domain declares its own (``Domain/attachments``).
public protocol AttachmentSource: Sendable {
    /// Its name in items, which never changes; no two domains' sources have the same.
    var name: String { get }

    /// The bytes of an attachment; `nil` where it is gone.
    ///
    /// - Throws: what its store throws; the item is tried again then.
    func bytes(of reference: String) async throws -> [UInt8]?
}

/// The sources of attachments of all domains.
public struct AttachmentSources: Sendable {
    private let sources: [any AttachmentSource]

    /// Takes sources together.
    public init(_ sources: [any AttachmentSource]) {
        self.sources = sources
    }

    /// Finds an attachment.
    ///
    /// - Parameters:
    ///   - reference: What its source finds it by.
    ///   - name: The name of its source, the only one that is asked.
    /// - Returns: its bytes; `nil` where it is gone.
    /// - Throws: what the source throws; a final ``DeliveryError`` where there is none of that name.
    public func bytes(of reference: String, from name: String) async throws -> [UInt8]? {
        guard let source = sources.first(where: { $0.name == name }) else {
            throw DeliveryError(isFinal: true, "no domain has attachments of the source \(name)")
        }
        return try await source.bytes(of: reference)
    }
}
