/// Where an object is (ISO 32000-2, 7.5.4 and 7.5.8.3).
public enum CrossReferenceEntry: Hashable, Sendable {
    /// Nowhere: the number is free.
    case free(generation: Int)
    /// At a byte offset of the file.
    case offset(Int, generation: Int)
    /// In an object stream, at an index from 0.
    case compressed(stream: Int, index: Int)

    /// Whether the number is free.
    public var isFree: Bool {
        if case .free = self { true } else { false }
    }

    /// The generation of the object, 0 in an object stream; nil where the number is free.
    var generation: Int? {
        switch self {
        case .free: nil
        case .offset(_, let generation): generation
        case .compressed: 0
        }
    }
}
