extension MemoryKey {
    /// Reads a key from PEM: PKCS #8, plain or encrypted (PBES2), PKCS #1 or SEC 1.
    ///
    /// - Parameters:
    ///   - pem: the text; the first private key in it is taken.
    ///   - password: what opens an encrypted key.
    ///   - pss: whether an RSA key signs by PSS rather than by PKCS #1 v1.5.
    /// - Throws: `password`, `malformed`, `missing`, or `unsupported` for a key or encryption that is not used here.
    public init(pem: String, password: String? = nil, pss: Bool = false) throws(TrustError) {
        try self.init(pem: pem, password: password, pss: pss, rounds: DerivationBudget.usual)
    }

    /// Reads a key whose encryption takes so many rounds at most.
    package init(pem: String, password: String?, pss: Bool = false, rounds: Int) throws(TrustError) {
        var budget = DerivationBudget(rounds: rounds)
        for document in try PEM.documents(pem, "the private key") {
            switch document.label {
            case "PRIVATE KEY": try self.init(pkcs8: document.der, pss: pss)
            case "RSA PRIVATE KEY": try self.init(pkcs1: document.der, pss: pss)
            case "EC PRIVATE KEY": try self.init(sec1: document.der)
            case "ENCRYPTED PRIVATE KEY":
                guard let password else { throw TrustError(.password, "The private key is encrypted: its password is needed.") }
                try self.init(pkcs8: try PBES2.open(document.der[...], password: Array(password.utf8), &budget), pss: pss)
            default: continue
            }
            return
        }
        throw TrustError(.missing, "There is no private key in the file.")
    }
}
