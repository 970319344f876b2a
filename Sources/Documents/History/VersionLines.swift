/// How the versions of a document come from one another.
struct VersionLines: Sendable {
    /// Of each version the one that it was made from, in the order of numbers.
    private let versions: [(number: Int, previous: Int?)]

    /// Takes versions in the order of their numbers; each comes from an earlier one, or from none.
    init(_ versions: [(number: Int, previous: Int?)]) {
        self.versions = versions
    }

    /// Some versions and all that they come from; linear in the number of versions.
    func ancestors(of numbers: Set<Int>) -> Set<Int> {
        var found = numbers
        for version in versions.reversed() where found.contains(version.number) {
            if let previous = version.previous { found.insert(previous) }
        }
        return found
    }

    /// Some versions, all that they come from and all that comes from them; linear in the number of versions.
    func lines(through numbers: Set<Int>) -> Set<Int> {
        var descendants = numbers
        for version in versions {
            if let previous = version.previous, descendants.contains(previous) { descendants.insert(version.number) }
        }
        return descendants.union(ancestors(of: numbers))
    }

    /// The versions that a signed one was made from; `signed` are those that hold signatures of their own.
    func signedSince(_ signed: Set<Int>) -> Set<Int> {
        ancestors(of: Set(versions.filter { signed.contains($0.number) }.compactMap(\.previous)))
    }

    /// Whether two signed versions were made apart from one another, neither from the other.
    func isForked(_ signed: Set<Int>) -> Bool {
        Set(versions.map(\.number)).intersection(signed).subtracting(signedSince(signed)).count > 1
    }

    /// How many versions that were made from one are signed, or lead to a signed one.
    func signedBranches(from number: Int, _ signed: Set<Int>) -> Int {
        let living = ancestors(of: signed)
        return versions.count { $0.previous == number && living.contains($0.number) }
    }
}
