extension InkFormat {
    /// The endings of files in this format, without the dot, the usual one first.
    public var fileExtensions: [String] {
        switch self {
        case .paraph: ["ink"]
        case .signToLogin: ["stl", "json"]
        case .signPass: ["signpass", "csv"]
        case .svc2004: ["svc", "txt"]
        case .iso19794: ["iso", "sdi"]
        }
    }

    /// The format that a file's name ends in, whatever its case; nil where it ends in none of ``fileExtensions``.
    public init?(fileName: String) {
        guard let dot = fileName.lastIndex(of: "."), !fileName[dot...].contains("/") else { return nil }
        let ending = fileName[fileName.index(after: dot)...].lowercased()
        guard let format = Self.allCases.first(where: { $0.fileExtensions.contains(ending) }) else { return nil }
        self = format
    }
}
