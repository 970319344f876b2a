internal import RealModule

/// Finds which samples are of one signature.
struct ReferenceSelection {
    /// The logarithm of the distance from which on two samples are hardly of one signature.
    ///
    /// Within a person, 99 % of the samples have a median distance below -0.53 from the others (SVC2004); between people none is below -0.33.
    private static let farPair: Float = -0.38
    /// How much further than the others a sample may lie from the rest.
    private static let outlier: Float = 0.65

    /// The places of the samples that fit, ascending.
    var fitting: [Int]

    init(_ material: ReferenceMaterial) {
        let count = material.samples.count
        guard count >= 3 else {
            fitting = Array(0..<count)
            return
        }
        let plain: Variant = material.variant == .untimed ? .untimed : .plain
        let distances = ReferenceMaterial.distances(material.representations, plain.alignment)
        let logs = distances.indices.map { i in
            distances.indices.map { j in
                func log(_ part: KeyPath<Alignment.Distances, [Float]>) -> Float {
                    Float.log(max((distances[i][keyPath: part][j] + distances[j][keyPath: part][i]) / 2, 1e-4))
                }
                return EnrolmentStatistics.together(movement: log(\.movement), dynamics: log(\.dynamics))
            }
        }
        var members = Array(0..<count)
        // Take the worst out until each fits the rest.
        while members.count >= 2 {
            let fits = members.map { i in median(members.filter { $0 != i }.map { logs[i][$0] }) }
            let limit = min(Self.farPair, median(fits) + Self.outlier)
            guard let worst = fits.indices.max(by: { fits[$0] < fits[$1] }), fits[worst] > limit else { break }
            members.remove(at: worst)
        }
        fitting = members.count >= 3 ? members : []
    }
}
