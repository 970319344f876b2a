/// What `paraph audit verify` found.
public struct AuditVerdict: Codable, Hashable, Sendable {
    /// Whether every entry and checkpoint is as it was written.
    public var isIntact: Bool { finding == nil }
    /// How many entries there are.
    public var entries: Int
    /// How many checkpoints were verified.
    public var checkpoints: Int
    /// The place of the last entry that a checkpoint vouches for; what comes after could have been cut off unseen.
    public var vouched: Int
    /// The key that checkpoints are verified by, as verifiers of signed notes take it.
    public var key: String?
    /// The first thing that is wrong.
    public var finding: Finding?

    /// Something that is wrong with the ledger.
    public struct Finding: Codable, Hashable, Sendable {
        /// In what way.
        public enum Kind: String, Codable, Sendable {
            /// The entry reads differently from what was written.
            case changed
            /// The entry is gone.
            case deleted
            /// Another entry stands in the entry's place.
            case moved
            /// The entry was put in later.
            case inserted
            /// The ledger ends before this entry, which was written.
            case truncated
            /// Entries up to a checkpoint were written anew; this is the first that may have been.
            case rewritten
            /// A checkpoint is not one that this instance signed.
            case checkpoint
        }

        public var kind: Kind
        /// The place of the first bad entry.
        public var sequence: Int
        /// What is wrong, for a person.
        public var message: String
    }
}
