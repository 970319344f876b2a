/// Why a sample cannot be used.
public enum Refusal: String, Sendable, Hashable, CaseIterable {
    /// There is not one point.
    case empty
    /// A number is not finite or outside its range, time runs backwards, or there are too many points or strokes.
    case malformed
    /// The pen hardly left one place.
    case dot
    /// Everything lies on one straight line.
    case line
    /// Too few points or too little time for a signature.
    case tooShort
    /// A shape that an impostor could draw after one look.
    case tooSimple
    /// Longer than a signature takes.
    case tooLong
    /// The same drawing as another sample given with it.
    case copy
    /// The same drawing as one given earlier, perhaps moved, scaled, turned, stretched in time, or disturbed a little.
    case replay
    /// Drawn by a program rather than a hand.
    case robotic
    /// It does not fit the other samples.
    case differs
}
