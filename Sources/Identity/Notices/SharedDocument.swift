/// A document that the server keeps, as letters name it and lead to it.
public struct SharedDocument: Hashable, Sendable {
    public let fileID: String
    public let name: String

    /// Names a document by what its owner calls it, without `.pdf`: mail programs make links of what has a dot.
    public init(fileID: String, name: String) {
        self.fileID = fileID
        self.name = name.lowercased().hasSuffix(".pdf") && name.count > 4 ? String(name.dropLast(4)) : name
    }
}
