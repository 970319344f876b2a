/// Why the web app cannot start: one of its own files is missing or damaged.
public struct WebUIError: Error, CustomStringConvertible, Sendable {
    /// The file, relative to the web app's resources.
    public let file: String
    /// What is wrong with it.
    public let problem: String

    init(_ file: String, _ problem: String) {
        self.file = file
        self.problem = problem
    }

    public var description: String { "WebUI/\(file) \(problem)" }
}
