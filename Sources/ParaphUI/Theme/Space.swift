#if canImport(UIKit)
/// The distances between things, in points.
nonisolated enum Space {
    static let tiny = 4.0
    static let small = 8.0
    static let note = 12.0
    static let medium = 16.0
    static let large = 24.0
    static let huge = 32.0
    /// The least height and width of what is touched.
    static let touch = 44.0
}
#endif
