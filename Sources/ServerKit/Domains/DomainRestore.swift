public import ParaphStorage
public import ParaphWire

/// A backup that has just been read back, as domains see it.
public struct DomainRestore: Sendable {
    /// What was erased until now; a domain is handed what is of its kinds.
    public private(set) var erasures: [Erasure]
    /// When the backup was made.
    public let backupAt: Timestamp
    /// The moment of the restore.
    public let now: Timestamp
    /// Opens and destroys keys.
    public let keys: KeyRing
    /// What every domain keeps of people.
    public let people: PersonalData

    /// Makes a restore.
    public init(erasures: [Erasure], backupAt: Timestamp, now: Timestamp, keys: KeyRing, people: PersonalData) {
        self.erasures = erasures
        self.backupAt = backupAt
        self.now = now
        self.keys = keys
        self.people = people
    }

    /// The restore as one domain sees it: with what was erased of its kinds alone.
    func part(of domain: any Domain.Type) -> DomainRestore {
        let kinds = Set(domain.erasureKinds.map(\.rawValue))
        var part = self
        part.erasures = erasures.filter { kinds.contains($0.kind) }
        return part
    }

    /// What domains did.
    public struct Outcome: Sendable {
        /// How many were erased again, and how many people cannot be found because what is sealed of them does not open.
        public var erased, unreadable: Int
        /// The blobs to delete once this is committed.
        public var blobs: [BlobAddress]

        /// Makes an outcome.
        public init(erased: Int = 0, unreadable: Int = 0, blobs: [BlobAddress] = []) {
            self.erased = erased
            self.unreadable = unreadable
            self.blobs = blobs
        }

        /// What two domains did.
        public static func + (left: Outcome, right: Outcome) -> Outcome {
            Outcome(erased: left.erased + right.erased, unreadable: left.unreadable + right.unreadable, blobs: left.blobs + right.blobs)
        }
    }
}
