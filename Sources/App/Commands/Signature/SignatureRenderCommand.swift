import ArgumentParser
import Foundation
import ParaphInk
import ParaphInkFormats

/// `paraph signature render`: draws a signature.
struct SignatureRenderCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "render",
        abstract: "Draw a signature as SVG or PNG, by the name's ending.",
        discussion:
            "Without --output the drawing is an SVG beside the file, or goes to standard output where the signature comes from standard input (-)."
    )

    @Argument(help: "The file with the signature.", completion: .file())
    var sample: String

    @Option(
        name: .shortAndLong,
        help: "Where to write the picture: a name that ends in .svg or .png (default: the file's, ending in .svg, where nothing is yet).",
        completion: .file()
    )
    var output: String?

    @Option(help: "The width of a PNG, in pixels.")
    var width = 800

    @Option(help: "The height of a PNG, in pixels.")
    var height = 400

    @Flag(help: "Draw in black instead of blue.")
    var black = false

    @Flag(help: "Draw a PNG on white instead of transparent paper.")
    var white = false

    @Option(help: "What a screen reader says of an SVG.")
    var title: String?

    func run() async throws {
        let read = try SignatureFile.sample(at: sample)
        let ink: Pen.Ink = black ? .black : .blue
        guard let output else {
            let svg = Array(read.svg(ink: ink, title: title).utf8)
            if sample == "-" { return try SignatureFile.write(svg, to: sample) }
            let beside = URL(filePath: sample).deletingPathExtension().appendingPathExtension("svg").relativePath
            guard !FileManager.default.fileExists(atPath: beside) else {
                throw Refusal("\(beside) is there already; say where to write with --output, the same name to write over it.")
            }
            try SignatureFile.write(svg, to: beside)
            Terminal.say(foreign: "\(beside): drawn")
            return
        }
        if output.lowercased().hasSuffix(".svg") {
            try SignatureFile.write(Array(read.svg(ink: ink, title: title).utf8), to: output)
        } else if output.lowercased().hasSuffix(".png") {
            guard (1...4_096).contains(width), (1...4_096).contains(height) else { throw Refusal("--width and --height are 1 to 4096.") }
            let margin = Double(min(width, height)) / 40
            let paper = white ? Pen.Ink(red: 255, green: 255, blue: 255) : nil
            let bitmap = read.bitmap(width: width, height: height, ink: ink, margin: margin, paper: paper)
            do {
                try SignatureFile.write(try PNG.encode(bitmap), to: output)
            } catch let error as FormatError {
                throw Refusal(error.message)
            }
        } else {
            throw Refusal("\(output) ends neither in .svg nor in .png.")
        }
    }
}
