internal import RealModule

/// Functions of time by which times are changed, at each of some points: 1, a straight line, and such that turn more and more often.
struct TempoFunctions: Sendable {
    /// One after the other, each up to a multiple of four points.
    let columns: [Double]

    /// For so many points; waves of half turns over the whole, or polynomials.
    init(_ count: Int, functions: Int, waves: Bool) {
        let stride = (count + 3) & ~3
        let last = Double(max(count - 1, 1))
        var columns = [Double](repeating: 0, count: functions * stride)
        for place in 0..<count {
            let line = 2 * Double(place) / last - 1
            let argument = waves ? Double.cos(.pi * Double(place) / last) : line
            // Chebyshev's polynomials: of a cosine they are the cosines of its multiples.
            var (before, now) = (1.0, argument)
            columns[place] = 1
            columns[stride + place] = line
            for row in Swift.stride(from: 2, to: functions, by: 1) {
                (before, now) = (now, 2 * argument * now - before)
                columns[row * stride + place] = now
            }
        }
        self.columns = columns
    }
}
