internal import ParaphInk
internal import RealModule

/// Finds which samples are of one signature, all of them looked at together.
struct ReferenceSelection {
    /// How far a sample may lie from the others, by the logarithm of its median distance from them.
    ///
    /// The limit follows the person: the further the samples usually lie from one another, the further each may. It never falls below
    /// ``floor``, so that a steady hand may slip once, nor rises above ``ceiling``, where other people's signatures lie.
    /// docs/results/verification.md has both errors.
    private enum Limit {
        static let base: Float = 0.1
        static let share: Float = 0.3
        static let floor: Float = -0.2
        static let ceiling: Float = 0
        /// Without times everything lies further apart, others' signatures too.
        static let untimed: Float = 0.08
        /// The usual distance up to which a minority of the samples is surely of one signature; others' drawings come nearer to one another by chance.
        static let sure: Float = -0.38

        static func of(_ usual: Float, _ variant: Variant) -> Float {
            min(max(base + share * usual, floor), ceiling) + (variant == .untimed ? untimed : 0)
        }
    }

    /// The places of the samples that fit, ascending.
    var fitting: [Int]

    init(_ material: ReferenceMaterial) {
        let count = material.samples.count
        guard count >= 3 else {
            fitting = Array(0..<count)
            return
        }
        let variant = material.variant.unpressed
        let logs = Self.logDistances(material, variant)
        var members = Array(0..<count)
        // Take the worst out until each fits the rest.
        while members.count >= 2 {
            let fits = Self.fits(members, logs)
            let limit = Limit.of(median(fits), variant)
            guard let worst = fits.indices.max(by: { fits[$0] < fits[$1] }), fits[worst] > limit else { break }
            members.remove(at: worst)
        }
        let isMajority = 2 * members.count > count
        fitting = members.count >= 3 && (isMajority || median(Self.fits(members, logs)) <= Limit.sure) ? members : []
    }

    /// How far each of the samples lies from the others: the median of the logarithms of its distances.
    static func fits(_ members: [Int], _ logs: [[Float]]) -> [Float] {
        members.map { i in median(members.filter { $0 != i }.map { logs[i][$0] }) }
    }

    /// The logarithms of the distances between all samples, both ways together.
    static func logDistances(_ material: ReferenceMaterial, _ variant: Variant) -> [[Float]] {
        let distances = ReferenceMaterial.distances(material.representations, variant.alignment)
        return distances.indices.map { i in
            distances.indices.map { j in
                func log(_ part: KeyPath<Alignment.Distances, [Float]>) -> Float {
                    Float.log(max((distances[i][keyPath: part][j] + distances[j][keyPath: part][i]) / 2, 1e-4))
                }
                return EnrolmentStatistics.together(movement: log(\.movement), dynamics: log(\.dynamics))
            }
        }
    }
}
