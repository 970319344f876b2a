/// What of a signature's global features is compared as a second opinion beside the alignment: lengths are in sizes, so that the pad's
/// unit and extent do not matter.
struct GlobalTraits: Sendable, Hashable {
    /// One value for each ``Trait``.
    var values: [Float]

    enum Trait: Int, CaseIterable {
        case totalTime, penDownTime, pauseTime, pauses, pathLength, meanSpeed, relativeWidth, relativeHeight, spreadRatio, correlation, net,
            aspectRatio, meanPressure, pressureSpread, size

        /// The variance within a person, pooled over people.
        var variance: Float {
            switch self {
            case .totalTime: 0.0076
            case .penDownTime: 0.0060
            case .pauseTime: 0.084
            case .pauses: 0.022
            case .pathLength: 0.0028
            case .meanSpeed: 0.0043
            case .relativeWidth: 0.0023
            case .relativeHeight: 0.0032
            case .spreadRatio: 0.013
            case .correlation: 0.0086
            case .net: 0.084
            case .aspectRatio: 0.0126
            case .meanPressure: 0.337
            case .pressureSpread: 0.039
            case .size: 0.007
            }
        }

        /// Whether it needs measured times.
        var needsTime: Bool { self == .pauseTime || self == .pauses }
        /// Whether it needs a sample and references of one clock.
        var needsPace: Bool { self == .totalTime || self == .penDownTime || self == .meanSpeed }
        /// Whether it needs pressure.
        var needsPressure: Bool { self == .meanPressure || self == .pressureSpread }
        /// Whether it counts in the score; the size has its own place there, see ``Pace/penalty(_:)``.
        var counts: Bool { self != .size }
    }

    init(_ features: GlobalFeatures) {
        func value(_ feature: GlobalFeatures.Feature) -> Float { features.values[feature.rawValue] }
        let size = (value(.spreadX) + value(.spreadY)) / 2
        values = Trait.allCases.map { trait in
            switch trait {
            case .totalTime: value(.totalTime)
            case .penDownTime: value(.penDownTime)
            case .pauseTime: value(.pauseTime)
            case .pauses: value(.pauses)
            case .pathLength: value(.pathLength) - size
            case .meanSpeed: value(.meanSpeed) - size
            case .relativeWidth: value(.width) - value(.spreadX)
            case .relativeHeight: value(.height) - value(.spreadY)
            case .spreadRatio: value(.spreadX) - value(.spreadY)
            case .correlation: value(.correlation)
            case .net: value(.net)
            case .aspectRatio: value(.aspectRatio)
            case .meanPressure: value(.meanPressure)
            case .pressureSpread: value(.pressureSpread)
            case .size: size
            }
        }
    }
}
