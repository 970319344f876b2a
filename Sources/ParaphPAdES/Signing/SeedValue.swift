package import ParaphPDF
package import ParaphTrust

/// What a field demands of the signature in it (ISO 32000-2, 12.7.5.5, tables 237 and 238).
package struct SeedValue {
    private let dictionary: PDFDictionary
    private let file: PDFFile
    private let required: Int

    /// The bits of /Ff in the order of table 237, from 0.
    private enum Demand: Int, CaseIterable {
        case filter, subFilter, version, reasons, legalAttestation, revocation, digest, lock, appearance
    }

    /// Reads a field's /SV, if it has one.
    package init?(_ field: PDFField, of file: PDFFile) throws(PDFError) {
        guard let dictionary = try file.resolve(field["SV"]).dictionary else { return nil }
        (self.dictionary, self.file) = (dictionary, file)
        required = try file.resolve(dictionary["Ff"]).integer ?? 0
    }

    /// What of its demands a signature would not meet, in words; nil where it meets all.
    package func unmet(by request: SignatureRequest, _ digest: DigestAlgorithm) throws(PDFError) -> String? {
        for demand in Demand.allCases where required >> demand.rawValue & 1 == 1 {
            switch demand {
            case .filter:
                let filter = try file.resolve(dictionary["Filter"]).name
                if let filter, filter != "Adobe.PPKLite" { return "another signature handler" }
            case .subFilter:
                if try !names("SubFilter").contains("ETSI.CAdES.detached") { return "another format than PAdES" }
            case .version: continue
            case .reasons:
                let reasons = try names("Reasons")
                // A dot alone means that none may be given.
                let isMet = reasons.isEmpty || reasons == ["."] ? request.reason == nil : request.reason.map(reasons.contains) ?? false
                if !isMet { return "one of its own reasons: \(reasons.joined(separator: ", "))" }
            case .revocation:
                let isWanted = try file.resolve(dictionary["AddRevInfo"]).boolean ?? false
                if isWanted, request.level < .longTerm { return "revocation data: level B-LT" }
            case .digest:
                let wanted = try names("DigestMethod").map { $0.filter { $0 != "-" } }
                if !wanted.contains(digest.name.filter { $0 != "-" }) { return "another digest: \(wanted.joined(separator: ", "))" }
            case .legalAttestation: return "a legal attestation"
            case .lock, .appearance: continue
            }
        }
        let timestamp = try file.resolve(dictionary["TimeStamp"]).dictionary
        if try file.resolve(timestamp?["Ff"]).integer == 1, request.level < .timestamped { return "a timestamp: level B-T" }
        let certificate = try file.resolve(dictionary["Cert"]).dictionary
        let flags = try file.resolve(certificate?["Ff"]).integer ?? 0
        return flags == 0 ? nil : "a certificate of a certain kind, which is not checked"
    }

    private func names(_ key: StaticString) throws(PDFError) -> [String] {
        var names: [String] = []
        for element in try file.resolve(dictionary[key]).array ?? [] {
            let value = try file.resolve(element)
            if let text = value.name?.description ?? value.string?.text { names.append(text) }
        }
        return names
    }
}
