import ParaphWire

extension DocumentHistory {
    /// The numbers of a version and of all that it comes from.
    func ancestors(of number: Int) -> Set<Int> {
        VersionLines(versions.map { ($0.number, $0.previous) }).ancestors(of: [number])
    }
}
