import ParaphPDF

extension FileSignaturePreparation {
    /// What a signature lies on, by the rule by which the browser asks before it saves.
    ///
    /// - Parameters:
    ///   - appearance: What is seen of it.
    ///   - file: The file that it is put on where that is signed, whose readers are told of what is hidden. Else the file with it: of one without
    ///     a signature, a page that cannot be read counts as free.
    ///   - field: The field that it is put into, if the file has it.
    /// - Returns: `nil` where that cannot be judged.
    /// - Throws: ``PDFError`` of code `outOfTime` or `tooMuchWork`: a file could be made for that.
    func background(of appearance: PDFSignatureAppearance, in file: PDFFile, field: String?) throws(PDFError)
        -> SignaturePlaces.Background?
    {
        do throws(PDFError) {
            let places = try SignaturePlaces(file)
            var place = placement
            if place == nil, let field { place = try places.place(of: field) }
            guard let place else { return nil }
            return try places.judge(appearance, at: place, in: field)
        } catch {
            guard error.code != .outOfTime, error.code != .tooMuchWork else { throw error }
            return nil
        }
    }
}
