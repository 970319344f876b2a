/// What an entry of a person's activity is about, by ids alone: names are looked up when it is read, so that nothing outlives what it names.
public struct ActivitySubject: Hashable, Sendable {
    /// The file on the server.
    public var fileID: String?
    /// The registry's id of the document.
    public var documentID: String?
    /// The other person, such as the one who was invited.
    public var otherID: String?
    /// Whether the person knows the other one by their address alone, so that it stands there in place of the name.
    public var otherIsAddress: Bool

    /// Names what an entry is about.
    public init(fileID: String? = nil, documentID: String? = nil, otherID: String? = nil, otherIsAddress: Bool = false) {
        (self.fileID, self.documentID, self.otherID) = (fileID, documentID, otherID)
        self.otherIsAddress = otherIsAddress
    }
}
