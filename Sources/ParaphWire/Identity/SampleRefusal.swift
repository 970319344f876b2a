/// Why a sample of a signature cannot serve, or was not compared.
public enum SampleRefusal: String, Codable, Hashable, Sendable, CaseIterable {
    /// There is not one point.
    case empty
    /// It is no sample: numbers out of range, time that runs backwards, too many points or strokes.
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
    /// The same drawing as one given earlier.
    case replay
    /// Drawn by a program rather than a hand.
    case robotic
    /// It does not fit the other samples.
    case differs
    /// It varies refused ones of the same source too little for a hand.
    case guess
    /// The number that was typed with it is not the one that the program shows.
    case wrongCode
}

/// What a person should know of the samples that they enrolled.
public enum EnrolmentWarning: String, Codable, Hashable, Sendable, CaseIterable {
    /// The signature is so simple that others can imitate it easily.
    case easyToForge
    /// The samples differ so much from one another that later signatures will often be refused.
    case inconsistent
    /// The samples were captured coarsely, with few points a second.
    case coarseCapture
}

/// What of a signature can agree less than the rest.
public enum SignatureAspect: String, Codable, Hashable, Sendable, CaseIterable {
    /// Where the pen was, size and place left out.
    case shape
    /// Which way it went and how it turned.
    case localShape
    /// How fast it went.
    case speed
    /// How it sped up and slowed down, and where the pen was lifted.
    case rhythm
    /// How hard it was pressed.
    case pressure
    /// How large the drawing is.
    case size
    /// How long it took.
    case duration
}
