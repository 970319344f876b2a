public import ParaphInk

/// A compact form of where the pen went, by which later copies of a sample are found.
///
/// Copies are found when exact, moved, scaled, turned, stretched in time, resampled, disturbed a little (by about 1 % of the size), or cut
/// short by a few points. A trace says as much about a signature as the sample does: it is biometric data.
public struct ReplayTrace: Sendable, Hashable {
    /// x and y in turn, each 0 … 65,535 over the larger side of the drawing.
    var coordinates: [UInt16]

    /// The most points of a trace.
    static let maximumCount = 240

    /// Takes the trace of a sample; empty for a sample that is not valid.
    ///
    /// Complexity: O(points).
    public init(of sample: Sample) {
        guard (try? sample.validate()) != nil else {
            self.init(coordinates: [])
            return
        }
        self.init(Trajectory(sample))
    }

    init(coordinates: [UInt16]) {
        self.coordinates = coordinates
    }

    init(_ trajectory: Trajectory) {
        coordinates = []
        guard let minX = trajectory.x.min(), let maxX = trajectory.x.max(), let minY = trajectory.y.min(), let maxY = trajectory.y.max()
        else { return }
        let size = max(maxX - minX, maxY - minY)
        guard size > 0, trajectory.count > 1 else {
            coordinates = [0, 0]
            return
        }
        let count = min(trajectory.count, Self.maximumCount)
        coordinates.reserveCapacity(2 * count)
        for index in 0..<count {
            let place = Float(index) * Float(trajectory.count - 1) / Float(count - 1)
            let n = min(Int(place), trajectory.count - 2)
            let share = place - Float(n)
            let x = trajectory.x[n] + (trajectory.x[n + 1] - trajectory.x[n]) * share
            let y = trajectory.y[n] + (trajectory.y[n + 1] - trajectory.y[n]) * share
            coordinates.append(UInt16(min(max((x - minX) / size, 0), 1) * 65_535))
            coordinates.append(UInt16(min(max((y - minY) / size, 0), 1) * 65_535))
        }
    }

    /// The number of points.
    var count: Int { coordinates.count / 2 }
}
