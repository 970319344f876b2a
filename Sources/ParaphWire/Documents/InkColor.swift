/// The colour of the ink that a signature is placed in.
public enum InkColor: String, Codable, Hashable, Sendable, CaseIterable {
    case blue
    case black
}
