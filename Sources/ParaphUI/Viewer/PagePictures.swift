#if canImport(UIKit)
import PDFKit
import UIKit

/// Draws the pages of a file, off the main actor.
actor PagePictures {
    private let url: URL
    private var opened: PDFDocument?

    init(_ url: URL) {
        self.url = url
    }

    /// A page as it is shown, `width` points wide.
    func picture(of index: Int, width: Double, scale: Double) -> UIImage? {
        guard let page = document()?.page(at: index) else { return nil }
        let size = Self.size(of: page)
        let pixels = CGSize(width: width * scale, height: width * scale * size.height / max(1, size.width))
        return page.thumbnail(of: pixels, for: .cropBox)
    }

    /// What is to be read on a page.
    func text(of index: Int) -> String? { document()?.page(at: index)?.string }

    /// Opens a file that a password protects; gives how large its pages are, where it is the right one.
    func unlock(_ password: String) -> [CGSize]? {
        guard let document = document(), document.unlock(withPassword: password) else { return nil }
        return (0..<document.pageCount).compactMap { document.page(at: $0) }.map(Self.size)
    }

    private func document() -> PDFDocument? {
        if opened == nil { opened = PDFDocument(url: url) }
        return opened
    }

    /// A page that lies on its side is as wide as it is high.
    private static func size(of page: PDFPage) -> CGSize {
        let bounds = page.bounds(for: .cropBox)
        return page.rotation % 180 == 0 ? bounds.size : CGSize(width: bounds.height, height: bounds.width)
    }
}
#endif
