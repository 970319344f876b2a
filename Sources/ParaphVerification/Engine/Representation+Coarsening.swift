extension Representation {
    /// The same at a quarter of the rate, each row the mean of four; of less than four points, the mean of all.
    var coarsened: Representation {
        guard count > 0 else { return self }
        let size = min(count, Self.coarseness)
        let rows = count / size
        let values = [Int16](unsafeUninitializedCapacity: rows * width) { target, initialized in
            self.values.withUnsafeBufferPointer { source in
                for row in 0..<rows {
                    for channel in 0..<width {
                        var sum = 0
                        for point in 0..<size { sum += Int(source[(row * size + point) * width + channel]) }
                        target[row * width + channel] = Int16(truncatingIfNeeded: sum / size)
                    }
                }
            }
            initialized = rows * width
        }
        return Representation(values: values, count: rows, width: width)
    }
}
