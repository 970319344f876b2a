/// The equations of a least squares problem with two right sides, solved by Cholesky's method.
struct NormalEquations {
    let count: Int
    private var matrix: [Double]
    /// The right sides, then the solutions.
    var right: [SIMD2<Double>]

    init(_ count: Int) {
        self.count = count
        matrix = [Double](repeating: 0, count: count * count)
        right = [SIMD2<Double>](repeating: SIMD2(), count: count)
    }

    /// A member on or below the diagonal.
    subscript(row: Int, column: Int) -> Double {
        get { matrix[row * count + column] }
        set { matrix[row * count + column] = newValue }
    }

    /// Puts the solutions in the place of the right sides; the matrix is symmetric and positive.
    ///
    /// Complexity: O(count³).
    mutating func solve() {
        let count = count
        matrix.withUnsafeMutableBufferPointer { matrix in
            for row in 0..<count {
                for column in 0...row {
                    var sum = matrix[row * count + column]
                    for place in 0..<column { sum -= matrix[row * count + place] * matrix[column * count + place] }
                    matrix[row * count + column] = column < row ? sum / matrix[column * count + column] : max(sum, 1e-300).squareRoot()
                }
                var sum = right[row]
                for place in 0..<row { sum -= matrix[row * count + place] * right[place] }
                right[row] = sum / matrix[row * count + row]
            }
            for row in stride(from: count - 1, through: 0, by: -1) {
                var sum = right[row]
                for place in stride(from: row + 1, to: count, by: 1) { sum -= matrix[place * count + row] * right[place] }
                right[row] = sum / matrix[row * count + row]
            }
        }
    }
}
