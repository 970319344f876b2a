import Foundation
import ParaphWire
import Synchronization

/// The renderer of a source folder's files as they are now, so that a change of a screen is seen without a build.
final class SourceRenderer: Sendable {
    private let resources: Resources
    private let fonts: [String]
    private let last: Mutex<(renderer: PageRenderer, dates: [String: Date])>

    /// Reads the files.
    ///
    /// - Parameters:
    ///   - path: The folder `Sources/WebUI` of a checkout.
    ///   - fonts: Where the fonts lie that forms are filled with.
    /// - Throws: ``WebUIError`` that names the file at fault.
    init(_ path: String, fonts: [String] = []) throws {
        resources = .source(path)
        self.fonts = fonts
        let dates = try resources.dates()
        last = Mutex((try PageRenderer(resources, fonts: fonts), dates))
    }

    /// The renderer; reads all files again where one of them changed.
    ///
    /// - Throws: a `damagedPages` ``ParaphWire/Problem`` that names the file at fault, for its author.
    func current() throws -> PageRenderer {
        do {
            return try last.withLock { last in
                let dates = try resources.dates()
                if dates != last.dates { last = (try PageRenderer(resources, fonts: fonts), dates) }
                return last.renderer
            }
        } catch let error as WebUIError {
            throw Problem(code: .damagedPages, title: "The web app's files are damaged", detail: error.description)
        }
    }
}
