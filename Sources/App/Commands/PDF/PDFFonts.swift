import Foundation
import ParaphPDF

/// The fonts that commands embed for text that the standard fonts of PDF have not.
enum PDFFonts {
    private static let longest = 64 << 20
    /// Where systems keep a font of many scripts; the first that is there is used.
    private static let known = [
        "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
        "/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf",
        "/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf",
        "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf",
        "/usr/share/fonts/TTF/DejaVuSans.ttf",
        "/System/Library/Fonts/Supplemental/Arial Unicode.ttf",
        "/System/Library/Fonts/Supplemental/Arial.ttf",
    ]

    /// The given fonts, in the order in which they are tried; without any, one of the system's, or none.
    static func fonts(at paths: [String]) throws -> [TrueTypeFont] {
        guard paths.isEmpty else { return try paths.map(font) }
        for path in known where FileManager.default.isReadableFile(atPath: path) {
            if let font = try? font(at: path) { return [font] }
        }
        return []
    }

    private static func font(at path: String) throws -> TrueTypeFont {
        let bytes = try SignatureFile.bytes(at: path, limit: longest)
        return try PDFInput.explaining(path) { () throws(PDFError) in try TrueTypeFont(PDFBytes(bytes)) }
    }
}
