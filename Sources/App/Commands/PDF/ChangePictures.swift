import Foundation
import ParaphPAdES
import ParaphPDF

/// Pictures of the pages on which something was changed after a signature, with the places outlined.
///
/// poppler's `pdftocairo` draws the pages, in a process of its own with limits of time and memory, since the file is a stranger's.
struct ChangePictures {
    private let file: String
    private let password: String?
    private let marks: [Int: [Mark]]
    private static let program = "/usr/bin/pdftocairo"
    /// No page takes longer, in seconds, and no more pages are drawn.
    private static let patience = 20.0
    private static let mostPages = 50
    /// How large a page is drawn, in pixels of its longer side.
    private static let size = 1400.0

    private struct Mark {
        var rectangle: PDFRectangle
        var isGrave: Bool
        var isRemarkable: Bool
    }

    private let pages: [Int: (box: PDFRectangle, rotation: Int)]

    /// Takes the changes of a report.
    init(_ report: ValidationReport, of opened: PDFFile, file: String, password: String?) throws {
        self.file = file
        self.password = password
        var marks: [Int: [Mark]] = [:]
        var pages: [Int: (box: PDFRectangle, rotation: Int)] = [:]
        try PDFInput.explaining(file) { () throws(PDFError) in
            for signature in report.signatures {
                for change in signature.places {
                    guard let number = change.page, marks[number] != nil || marks.count < Self.mostPages else { continue }
                    guard let page = try opened.page(at: number - 1) else { continue }
                    let box = try opened.box(of: page)
                    pages[number] = (box, try opened.rotation(of: page))
                    // What has no place of its own may be anywhere on the page.
                    let mark = Mark(
                        rectangle: change.rectangle ?? box,
                        isGrave: change.verdict > .allowed,
                        isRemarkable: change.isRemarkable
                    )
                    let isKnown = marks[number]?.contains { $0.rectangle == mark.rectangle && $0.isGrave == mark.isGrave } ?? false
                    if !isKnown, (marks[number]?.count ?? 0) < 200 { marks[number, default: []].append(mark) }
                }
            }
        }
        self.marks = marks
        self.pages = pages
    }

    /// Writes `page-N.svg` for each page, with the page's picture in it.
    func write(to folder: String) throws {
        guard FileManager.default.isExecutableFile(atPath: Self.program) else {
            throw Refusal("Pictures need poppler's pdftocairo (Debian: poppler-utils).")
        }
        let place = URL(filePath: folder)
        do {
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            for number in marks.keys.sorted() {
                guard let page = pages[number], let marks = marks[number] else { continue }
                let picture = try draw(number)
                try Self.svg(picture, page.box, page.rotation, marks).write(to: place.appending(path: "page-\(number).svg"))
            }
        } catch let error as Refusal {
            throw error
        } catch {
            throw Refusal("The pictures cannot be written to \(folder); check that it is a folder that you may write to.")
        }
    }

    /// Draws one page as PNG.
    private func draw(_ number: Int) throws -> Data {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/prlimit")
        process.arguments =
            [
                "--as=\(1 << 30)", "--cpu=\(Int(Self.patience))", Self.program, "-png", "-singlefile", "-cropbox", "-scale-to",
                "\(Int(Self.size))",
            ]
            + (password.map { ["-upw", $0] } ?? []) + [
                "-f", "\(number)", "-l", "\(number)", URL(filePath: file).path(percentEncoded: false), "-",
            ]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        do {
            try process.run()
        } catch {
            throw Refusal("pdftocairo cannot be started.")
        }
        let stop = DispatchWorkItem { process.terminate() }
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.patience, execute: stop)
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        stop.cancel()
        guard process.terminationStatus == 0, !data.isEmpty else { throw Refusal("Page \(number) cannot be drawn by pdftocairo.") }
        return data
    }

    /// A drawing with the picture below and the outlines above, in the units of the page.
    private static func svg(_ picture: Data, _ box: PDFRectangle, _ rotation: Int, _ marks: [Mark]) -> Data {
        let isTurned = rotation % 180 != 0
        let (width, height) = isTurned ? (box.height, box.width) : (box.width, box.height)
        var text = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)">
            <image width="\(width)" height="\(height)" href="data:image/png;base64,\(picture.base64EncodedString())"/>

            """
        for mark in marks {
            let (left, right) = (mark.rectangle.left - box.left, mark.rectangle.right - box.left)
            let (bottom, top) = (mark.rectangle.bottom - box.bottom, mark.rectangle.top - box.bottom)
            let (x, y): (Double, Double) =
                switch rotation {
                case 90: (bottom, left)
                case 180: (box.width - right, bottom)
                case 270: (box.height - top, box.width - right)
                default: (left, box.height - top)
                }
            let size = isTurned ? (top - bottom, right - left) : (right - left, top - bottom)
            let colour = mark.isGrave ? "#c00" : mark.isRemarkable ? "#b60" : "#07c"
            text +=
                "<rect x=\"\(x)\" y=\"\(y)\" width=\"\(size.0)\" height=\"\(size.1)\" fill=\"none\" stroke=\"\(colour)\" stroke-width=\"2\"/>\n"
        }
        return Data((text + "</svg>\n").utf8)
    }
}
