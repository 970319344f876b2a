extension PDFUpdate {
    /// Changes the document catalog.
    ///
    /// - Throws: ``PDFError``: `missing` where the catalog is no object of its own, and what `change` throws.
    public mutating func changeCatalog(_ change: (inout PDFDictionary) throws(PDFError) -> Void) throws(PDFError) {
        guard let root = file.trailer["Root"]?.reference, var catalog = try object(root).dictionary else {
            throw PDFError(.missing, "The catalog is no object of its own")
        }
        try change(&catalog)
        set(.dictionary(catalog), for: root)
    }

    /// Says that a signature certifies the document (ISO 32000-2, 12.8.6).
    ///
    /// - Throws: ``PDFError``, as ``changeCatalog(_:)``.
    public mutating func certify(by signature: PDFReference) throws(PDFError) {
        let copy = self
        try changeCatalog { (catalog) throws(PDFError) in
            var permissions = try copy.resolve(catalog["Perms"]).dictionary ?? PDFDictionary()
            permissions["DocMDP"] = .reference(signature)
            catalog["Perms"] = .dictionary(permissions)
        }
    }

    /// Says in a document of before PDF 2.0 that it uses what ETSI added (ISO 32000-2, 7.12), unless it says so already.
    ///
    /// - Throws: ``PDFError``, as ``changeCatalog(_:)``.
    public mutating func declarePAdES() throws(PDFError) {
        guard let root = file.trailer["Root"]?.reference, let catalog = try object(root).dictionary else { return }
        var extensions = try resolve(catalog["Extensions"]).dictionary ?? PDFDictionary()
        let version = try resolve(catalog["Version"]).name?.bytes.first.map { Int($0) - 48 } ?? 0
        guard extensions["ESIC"] == nil, max(version, file.headerVersion / 10) < 2 else { return }
        var declaration = PDFDictionary()
        declaration["BaseVersion"] = .name("1.7")
        declaration["ExtensionLevel"] = .integer(1)
        extensions["ESIC"] = .dictionary(declaration)
        try changeCatalog { (catalog) throws(PDFError) in catalog["Extensions"] = .dictionary(extensions) }
    }
}
