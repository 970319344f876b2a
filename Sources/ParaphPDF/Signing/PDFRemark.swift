/// What a file carries by which programs may show something else than its pages, today or later: no verdict on it can tell, so the signer is told before.
public enum PDFRemark: String, CaseIterable, Sendable {
    /// It runs scripts, or does something else than go to a page when it is opened.
    case scripts
    /// It has layers or annotations that are shown by whether it is printed, how large it is seen, or in which language.
    case layers
    /// Other files are attached to it, or it is a portfolio of files.
    case attachments
    /// It has fields that show another text than they hold, or a form of another kind (XFA), which some programs show instead.
    case fields

    /// What it says, as a sentence.
    public var text: StaticString {
        switch self {
        case .scripts: "It has scripts: some programs may show something else than what is signed."
        case .layers: "It has parts that differ on the screen, in print, by zoom or by language."
        case .attachments: "Other files are attached to it, which are signed with it and not shown here."
        case .fields: "It has fields that hold something else than they show: some programs show what they hold."
        }
    }
}

extension PDFFile {
    /// What a person should be told before they sign it, in the order of ``PDFRemark``.
    ///
    /// Complexity: O(n) in the size of what the file leads to.
    ///
    /// - Throws: ``PDFError``: what reading it throws.
    public func remarks() throws(PDFError) -> [PDFRemark] {
        var search = RemarkSearch(in: self)
        try search.run()
        return search.remarks
    }
}
