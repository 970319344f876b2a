extension DocumentHistory {
    /// How far to the side each version stands, from 0 to 3, by its number.
    ///
    /// What is saved first on a version stands below it, what branches off later beside it.
    package var lanes: [Int: Int] {
        var lanes: [Int: Int] = [:]
        var continued: Set<Int> = []
        var last = 0
        for version in versions {
            guard let previous = version.previous else {
                lanes[version.number] = 0
                continue
            }
            if continued.insert(previous).inserted {
                lanes[version.number] = lanes[previous] ?? 0
            } else {
                last = min(last + 1, 3)
                lanes[version.number] = last
            }
        }
        return lanes
    }
}
