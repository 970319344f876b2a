import ParaphWire

extension DocumentHistory {
    /// The numbers of a version and of all that it comes from.
    func ancestors(of number: Int) -> Set<Int> {
        var found: Set<Int> = []
        var next: Int? = number
        // A version comes from an earlier one, so this ends.
        while let current = next, found.insert(current).inserted, versions.indices.contains(current - 1) {
            next = versions[current - 1].previous
        }
        return found
    }
}
