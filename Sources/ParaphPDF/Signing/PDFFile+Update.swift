extension PDFFile {
    /// Refuses an update that its readers would call a change of the document: a file can be made so that an honest update of it shows something else.
    ///
    /// This is the rule of ``PDFHistory/changes(since:)``, which has nothing to compare a first signature with. It reads both files once.
    ///
    /// - Parameters:
    ///   - earlier: the file before the update.
    ///   - fonts: the fonts by which its form was filled.
    /// - Returns: whether it replaces what a field of the earlier file holds, which that file's signers have read.
    /// - Throws: ``PDFError``: `malformed` for such a file, `ambiguous` where programs read what the update writes anew in several ways, and what reading
    ///   it throws.
    @discardableResult
    public func checkUpdate(of earlier: PDFFile, fonts: [TrueTypeFont] = []) throws(PDFError) -> Bool {
        let comparison = StateComparison(earlier, self, first: earlier, fonts: fonts)
        try comparison.run()
        if comparison.isAmbiguous { throw PDFError(.ambiguous, "what the update writes anew has several readings") }
        // A signature that verifying would not believe is not made.
        for signature in try withoutCrossed(signatures()) where signature.coverage == .broken && signature.byteRange.count == 4 {
            if signature.byteRange[2] > earlier.bytes.count {
                throw PDFError(.malformed, "What a signature of this file covers could not be told")
            }
        }
        for finding in comparison.findings where finding.need == .never {
            // The update of a damaged file says anew where everything is.
            if earlier.needsRepair, finding.kind == .crossReference { continue }
            throw PDFError(.malformed, "An update of this file would change what it shows")
        }
        return comparison.findings.contains { $0.replaced != nil && !$0.isComputed }
    }

    private var needsRepair: Bool { isRepaired || sections.first?.kind == .repaired }
}
