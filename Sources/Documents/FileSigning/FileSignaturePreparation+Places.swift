import ParaphPDF

extension FileSignaturePreparation {
    /// Whether the next reader would be told that what was signed before is hidden: by the rule by which the browser asks before it saves.
    ///
    /// What cannot be judged is not refused.
    ///
    /// - Throws: ``PDFError`` of code `outOfTime` or `tooMuchWork`: a file could be made for that.
    func hides(_ appearance: PDFSignatureAppearance, in file: PDFFile) throws(PDFError) -> Bool {
        do throws(PDFError) {
            let places = try SignaturePlaces(file)
            var place = placement
            if place == nil, let field { place = try places.place(of: field) }
            guard let place else { return false }
            return try places.judge(appearance, at: place, in: field) == .hidden
        } catch {
            guard error.code != .outOfTime, error.code != .tooMuchWork else { throw error }
            return false
        }
    }
}
