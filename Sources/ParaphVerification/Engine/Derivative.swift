/// The slope over five points by least squares, with the first and last values repeated beyond the ends.
///
/// Source: `(2f[n+2] + f[n+1] - f[n-1] - 2f[n-2]) / 10`, the usual regression of dynamic signature verification.
func derivative(_ values: [Float]) -> [Float] {
    let count = values.count
    guard count > 1 else { return [Float](repeating: 0, count: count) }
    return [Float](unsafeUninitializedCapacity: count) { result, initialized in
        values.withUnsafeBufferPointer { f in
            func at(_ index: Int) -> Float { f[min(max(index, 0), count - 1)] }
            for n in 0..<count {
                let slope: Float
                if n >= 2 && n < count - 2 {
                    slope = (2 * (f[n + 2] - f[n - 2]) + f[n + 1] - f[n - 1]) * 0.1
                } else {
                    slope = (2 * (at(n + 2) - at(n - 2)) + at(n + 1) - at(n - 1)) * 0.1
                }
                (result.baseAddress.unsafelyUnwrapped + n).initialize(to: slope)
            }
        }
        initialized = count
    }
}

/// The mean and the standard deviation (divisor n) of values; 0 and 0 for none.
func moments(_ values: [Float]) -> (mean: Float, deviation: Float) {
    guard !values.isEmpty else { return (0, 0) }
    let count = Float(values.count)
    return values.withUnsafeBufferPointer { values in
        // Eight sums at once, which the processor's vector unit takes together.
        let whole = values.count & ~7
        var sums = SIMD8<Float>()
        for n in stride(from: 0, to: whole, by: 8) { sums += UnsafeRawPointer(values.baseAddress.unsafelyUnwrapped + n).lanes }
        var sum = sums.sum()
        for n in whole..<values.count { sum += values[n] }
        let mean = sum / count
        var squares = SIMD8<Float>()
        for n in stride(from: 0, to: whole, by: 8) {
            let difference = UnsafeRawPointer(values.baseAddress.unsafelyUnwrapped + n).lanes - mean
            squares += difference * difference
        }
        var square = squares.sum()
        for n in whole..<values.count { square += (values[n] - mean) * (values[n] - mean) }
        return (mean, (square / count).squareRoot())
    }
}

extension UnsafeRawPointer {
    /// Eight numbers from here.
    fileprivate var lanes: SIMD8<Float> { loadUnaligned(as: SIMD8<Float>.self) }
}
