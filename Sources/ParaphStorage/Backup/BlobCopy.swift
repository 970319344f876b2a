/// Copies what one store of blobs has and another has not.
struct BlobCopy {
    private let source: any BlobStore
    private let target: any BlobStore
    private var known: Set<BlobAddress>
    /// What the source had when it was last looked at, and the target has.
    private(set) var present: Set<BlobAddress> = []
    /// What the source has, but damaged.
    private(set) var damaged: Set<BlobAddress> = []
    private(set) var newCount = 0

    init(from source: any BlobStore, to target: any BlobStore, known: Set<BlobAddress>) {
        self.source = source
        self.target = target
        self.known = known
    }

    mutating func run() async throws {
        present = []
        damaged = []
        for address in try await source.addresses() {
            do {
                try await copy(address)
                present.insert(address)
            } catch let error as StorageError where error.code == .notFound {
                // Deleted since the list was read.
                continue
            } catch let error as StorageError where error.code == .corrupt {
                damaged.insert(address)
            }
        }
    }

    /// Counts blobs that the source lost, and the target still has, among those that are there; says which neither has.
    mutating func recall(_ named: some Sequence<BlobAddress>) -> Set<BlobAddress> {
        let lost = Set(named).subtracting(present).subtracting(damaged)
        present.formUnion(lost.intersection(known))
        return lost.subtracting(known)
    }

    /// - Throws: ``StorageError`` of code `notFound` or `corrupt`.
    mutating func copy(_ address: BlobAddress) async throws {
        if known.contains(address) { return }
        let content = try await source.get(address)
        // Reading checks the hash, so that what is stored is found under the same address.
        _ = try await target.put(content, limit: content.size)
        known.insert(address)
        newCount += 1
    }
}
