extension PDFDictionary {
    /// What a PAdES signature dictionary says, but for what it signs and the signature (ISO 32000-2, table 255; EN 319 142-1, 5.3).
    ///
    /// - Parameters:
    ///   - time: when the signer says that it is, as PDFs write dates (ISO 32000-2, 7.9.4).
    ///   - name: who signs.
    ///   - reason: why.
    ///   - location: where.
    /// - Returns: the dictionary, for ``PDFUpdate/add(signature:size:)``.
    public static func padesSignature(
        time: PDFString,
        name: String? = nil,
        reason: String? = nil,
        location: String? = nil
    ) -> PDFDictionary {
        var dictionary = PDFDictionary()
        dictionary["Type"] = .name("Sig")
        dictionary["Filter"] = .name("Adobe.PPKLite")
        dictionary["SubFilter"] = .name("ETSI.CAdES.detached")
        dictionary["M"] = .string(time)
        if let name { dictionary["Name"] = .string(PDFString(text: name)) }
        if let reason { dictionary["Reason"] = .string(PDFString(text: reason)) }
        if let location { dictionary["Location"] = .string(PDFString(text: location)) }
        return dictionary
    }
}
