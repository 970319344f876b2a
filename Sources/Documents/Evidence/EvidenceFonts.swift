public import ParaphPDF

/// The fonts that certificates are set in; without any, what the standard fonts of PDF have can be shown only.
public struct EvidenceFonts: Sendable {
    /// In the order in which they are tried.
    public var regular: [TrueTypeFont]
    public var bold: [TrueTypeFont]

    public init(regular: [TrueTypeFont] = [], bold: [TrueTypeFont] = []) {
        (self.regular, self.bold) = (regular, bold)
    }

    /// Whether names in most of the alphabets that are written from left to right can be shown.
    var isEmpty: Bool { regular.isEmpty }
}
