/// What Paraph is, and whose copy this is.
public struct AboutModel {
    private let words: Words

    /// Makes the screen.
    ///
    /// - Parameters:
    ///   - context: What all screens share.
    ///   - host: What the server is called among people.
    ///   - version: The app's version.
    public init(_ context: AppContext, host: String, version: String) {
        words = context.words
        facts = [host, version]
    }

    /// The server, and the app's version.
    public let facts: [String]
    public var title: String { words("about.title") }
    /// What there is to say, a paragraph each.
    public var paragraphs: [String] { [words("about.what"), words("about.how"), words("app.own")] }
    public var licence: String { words("about.licence") }
}
