internal import ParaphInk
internal import RealModule

/// Measures of the whole signature, as they are kept; what is compared are the ``GlobalTraits`` that follow from them.
struct GlobalFeatures: Sendable, Hashable {
    /// One value for each ``Feature``.
    var values: [Float]

    enum Feature: Int, CaseIterable {
        case totalTime, penDownTime, pauseTime, pauses, pathLength, meanSpeed, width, height, spreadX, spreadY, correlation, net,
            aspectRatio
        case meanPressure, pressureSpread
    }

    init(values: [Float]) {
        self.values = values
    }

    /// The longest pause that counts, in milliseconds.
    private static let longestPause = 1_000.0

    /// Measures a sample and its trajectory.
    ///
    /// Complexity: O(points).
    init(_ sample: Sample, _ trajectory: Trajectory) {
        var values = [Float](repeating: 0, count: Feature.allCases.count)
        func set(_ feature: Feature, _ value: Float) { values[feature.rawValue] = value.isFinite ? value : 0 }
        let timing = Self.timing(sample, trajectory)
        set(.totalTime, .log(timing.total))
        set(.penDownTime, .log(timing.penDown))
        set(.pauseTime, .log(timing.pauses / 10 + 5))
        set(.pauses, .log(Float(timing.count) + 1))
        var length: Float = 0
        for n in trajectory.x.indices.dropFirst() {
            let dx = trajectory.x[n] - trajectory.x[n - 1]
            let dy = trajectory.y[n] - trajectory.y[n - 1]
            length += (dx * dx + dy * dy).squareRoot()
        }
        set(.pathLength, .log(max(length, 1e-3)))
        set(.meanSpeed, .log(max(length / Float(max(trajectory.count - 1, 1)) / trajectory.step, 1e-4)))
        let (meanX, spreadX) = moments(trajectory.x)
        let (meanY, spreadY) = moments(trajectory.y)
        let width = max((trajectory.x.max() ?? 0) - (trajectory.x.min() ?? 0), 1e-3)
        let height = max((trajectory.y.max() ?? 0) - (trajectory.y.min() ?? 0), 1e-3)
        set(.width, .log(width))
        set(.height, .log(height))
        set(.aspectRatio, .log(height / width))
        set(.spreadX, .log(max(spreadX, 1e-3)))
        set(.spreadY, .log(max(spreadY, 1e-3)))
        if spreadX > 0, spreadY > 0 {
            var product: Float = 0
            for n in trajectory.x.indices { product += (trajectory.x[n] - meanX) / spreadX * ((trajectory.y[n] - meanY) / spreadY) }
            set(.correlation, product / Float(trajectory.count))
        }
        let spread = ((spreadX * spreadX + spreadY * spreadY) / 2).squareRoot()
        if spread > 0, let first = trajectory.x.first, let last = trajectory.x.last { set(.net, (last - first) / spread) }
        let pressed = trajectory.pressure.filter { $0 > 0 }
        if !pressed.isEmpty {
            // In tenths of a 10-bit device's range, as the variances are.
            set(.meanPressure, 10.24 * pressed.reduce(0, +) / Float(pressed.count))
            set(.pressureSpread, 10.24 * moments(trajectory.pressure).deviation)
        }
        self.values = values
    }

    private static func timing(_ sample: Sample, _ trajectory: Trajectory) -> (total: Float, penDown: Float, pauses: Float, count: Int) {
        guard trajectory.isTimed else {
            let points = Float(max(trajectory.count, 1)) * trajectory.step
            return (points, points, 0, 0)
        }
        var (penDown, pauses, count) = (0.0, 0.0, 0)
        var last: Double?
        for stroke in sample.strokes {
            for (index, point) in stroke.points.enumerated() {
                if let last {
                    let interval = max(point.time - last, 0)
                    if interval > Pause.within || (index == 0 && interval > Pause.betweenStrokes) {
                        pauses += min(interval, longestPause)
                        count += 1
                    } else {
                        penDown += interval
                    }
                }
                last = point.time
            }
        }
        return (Float(max(penDown + pauses, 1)), Float(max(penDown, 1)), Float(pauses), count)
    }
}
