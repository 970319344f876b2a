import ParaphPDF
import ParaphTrust

extension PDFFile {
    /// What the document's store holds for judging signatures later (ISO 32000-2, 12.8.4.3).
    func securityStore() throws(PDFError) -> RevocationMaterial {
        var material = RevocationMaterial()
        guard let store = try resolve(catalog()?["DSS"]).dictionary else { return material }
        material.certificates = try streams(store["Certs"])
        material.crls = try streams(store["CRLs"])
        material.ocspResponses = try streams(store["OCSPs"])
        // Some writers put them only where they belong to one signature.
        for entry in (try resolve(store["VRI"]).dictionary?.entries ?? []).prefix(64) {
            guard let part = try resolve(entry.value).dictionary else { continue }
            material.add(
                RevocationMaterial(
                    certificates: try streams(part["Cert"]),
                    crls: try streams(part["CRL"]),
                    ocspResponses: try streams(part["OCSP"])
                )
            )
        }
        return material
    }

    /// What streams of a list hold; those that cannot be read are left out.
    private func streams(_ list: PDFObject?) throws(PDFError) -> [[UInt8]] {
        var result: [[UInt8]] = []
        for element in (try resolve(list).array ?? []).prefix(512) {
            guard let stream = try resolve(element).stream else { continue }
            do throws(PDFError) {
                result.append(try decoded(stream).bytes.array)
            } catch {
                guard error.code != .outOfTime, error.code != .tooMuchWork else { throw error }
            }
        }
        return result
    }
}
