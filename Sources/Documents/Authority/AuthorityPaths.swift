/// Where the authority's public answers lie, below the public address.
enum AuthorityPaths {
    static let root = "/pki/"
    static let ocsp = "/pki/ocsp"

    static let timestamps = "/tsa"

    static func list(_ root: some CustomStringConvertible) -> String { "/pki/\(root)/root.crl" }
    static func certificate(_ root: some CustomStringConvertible) -> String { "/pki/\(root)/root.cer" }
}
