import Foundation
import ParaphPDF
import WebUI

#if canImport(Glibc)
import Glibc
#endif

/// The fonts that are embedded for text that the standard fonts of PDF have not.
enum PDFFonts {
    private static let longest = 64 << 20
    /// Where systems keep fonts of many scripts, with the bold ones beside them, in the order of preference.
    private static let places = [
        ("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf"),
        ("/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf", "/usr/share/fonts/truetype/noto/NotoSans-Bold.ttf"),
        ("/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf", "/usr/share/fonts/truetype/liberation/LiberationSans-Bold.ttf"),
        ("/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf", "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans-Bold.ttf"),
        ("/usr/share/fonts/TTF/DejaVuSans.ttf", "/usr/share/fonts/TTF/DejaVuSans-Bold.ttf"),
        ("/System/Library/Fonts/Supplemental/Arial Unicode.ttf", "/System/Library/Fonts/Supplemental/Arial Bold.ttf"),
        ("/System/Library/Fonts/Supplemental/Arial.ttf", "/System/Library/Fonts/Supplemental/Arial Bold.ttf"),
    ]

    enum Weight { case regular, bold }

    /// The given fonts, in the order in which they are tried; without any, one of the system's, or none.
    static func fonts(at paths: [String]) throws -> [TrueTypeFont] {
        guard paths.isEmpty else { return try paths.map(font) }
        return system(.regular)
    }

    /// The first of the system's fonts that can be read, in a list; empty where there is none.
    static func system(_ weight: Weight) -> [TrueTypeFont] {
        for (regular, bold) in places { if let font = read(weight == .regular ? regular : bold) { return [font] } }
        return []
    }

    /// All fonts that forms are filled with by default where this is installed, by this program, the server or the web app: what is filled in with them
    /// is judged by what it says.
    static func known() -> [TrueTypeFont] { (paths + [WebPages.formFont]).compactMap(read) }

    /// Where those lie that this program and the server fill with, as far as they are there.
    static var paths: [String] { places.map(\.0).filter(FileManager.default.isReadableFile) }

    private static func read(_ path: String) -> TrueTypeFont? { mapped(path).flatMap { try? TrueTypeFont($0) } }

    /// A font of the system, of which only what is asked for takes memory; package managers put a new file in the place of one, and do not write
    /// into it.
    private static func mapped(_ path: String) -> PDFBytes? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        let count = Int(lseek(file, 0, SEEK_END))
        guard (1...longest).contains(count) else { return nil }
        guard let start = mmap(nil, count, PROT_READ, MAP_PRIVATE, file, 0), start != MAP_FAILED else { return nil }
        return PDFBytes(borrowing: UnsafeRawBufferPointer(start: start, count: count), release: { munmap(start, count) })
    }

    private static func font(at path: String) throws -> TrueTypeFont {
        let bytes = try SignatureFile.bytes(at: path, limit: longest)
        return try PDFInput.explaining(path) { () throws(PDFError) in try TrueTypeFont(PDFBytes(bytes)) }
    }
}
