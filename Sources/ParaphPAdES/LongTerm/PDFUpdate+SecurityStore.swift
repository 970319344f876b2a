import ParaphEncoding
import ParaphPDF
import ParaphTrust

extension PDFUpdate {
    /// Adds what judging signatures needs to the document security store (ISO 32000-2, 12.8.4.3), which it makes where there is none.
    ///
    /// - Parameters:
    ///   - material: certificates, CRLs and OCSP answers; what the store has already is not added once more.
    ///   - contents: all of /Contents of the signature that they are for.
    /// - Throws: ``PDFError``: `missing` where the catalog is no object of its own, and what reading the store throws.
    mutating func addSecurityStore(_ material: RevocationMaterial, for contents: [UInt8]) throws(PDFError) {
        guard let root = file.trailer["Root"]?.reference, let catalog = try object(root).dictionary else {
            throw PDFError(.missing, "The catalog is no object of its own")
        }
        var store = try resolve(catalog["DSS"]).dictionary ?? PDFDictionary()
        var related = PDFDictionary()
        let lists: [(StaticString, StaticString, [[UInt8]])] = [
            ("Certs", "Cert", material.certificates), ("CRLs", "CRL", material.crls), ("OCSPs", "OCSP", material.ocspResponses),
        ]
        for (key, relatedKey, values) in lists where !values.isEmpty {
            let (all, own) = try merge(values, into: resolve(store[key]).array ?? [])
            store[key] = .array(all)
            related[relatedKey] = .array(own)
        }
        var byHash = try resolve(store["VRI"]).dictionary ?? PDFDictionary()
        byHash[Self.name(for: contents)] = .dictionary(related)
        store["VRI"] = .dictionary(byHash)
        if let own = catalog["DSS"]?.reference, try object(own).dictionary != nil {
            set(.dictionary(store), for: own)
            return
        }
        let reference = add(.dictionary(store))
        try changeCatalog { (catalog) throws(PDFError) in catalog["DSS"] = .reference(reference) }
    }

    /// Adds streams that a list has not yet; gives the whole list, and the entries of these values.
    private mutating func merge(_ values: [[UInt8]], into old: [PDFObject]) throws(PDFError) -> (all: [PDFObject], own: [PDFObject]) {
        var known: [[UInt8]: PDFObject] = [:]
        for entry in old {
            guard entry.reference != nil, let stream = try resolve(entry).stream else { continue }
            // What cannot be decoded is no copy of what is added.
            if let decoded = try? file.decoded(stream).bytes.array, known[decoded] == nil { known[decoded] = entry }
        }
        var (all, own) = (old, [] as [PDFObject])
        for value in values {
            let entry = known[value] ?? .reference(add(PDFDictionary(), stream: value))
            if known.updateValue(entry, forKey: value) == nil { all.append(entry) }
            if !own.contains(entry) { own.append(entry) }
        }
        return (all, own)
    }

    /// The key of a signature in /VRI (table 262): the SHA-1 of all of /Contents, in upper-case hexadecimal digits.
    private static func name(for contents: [UInt8]) -> PDFName {
        PDFName(Array(Hexadecimal.encode(DigestAlgorithm.sha1.digest(of: contents), .upper).utf8))
    }
}
