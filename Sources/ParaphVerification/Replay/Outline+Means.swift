extension Outline {
    /// The products of the sides of each two of some lines, on average over the places that both have.
    static func products(of sides: [[Float?]]) -> [[Float]] {
        sides.map { first in
            sides.map { second in
                var (sum, count) = (Float(0), 0)
                for (a, b) in zip(first, second) {
                    guard let a, let b else { continue }
                    sum += a * b
                    count += 1
                }
                return count > 0 ? sum / Float(count) : 0
            }
        }
    }

    /// How near the nearest mean of so many lines lies: the distance that is left, times its share of the lines’ own.
    ///
    /// An honest sample differs from each of two others, and from their mean by three quarters of that at least, for it has its own share of what a
    /// hand does by chance. A mean that was made is left with what the lines were matched wrongly by. No line counts for less than a fifth: that would be a copy.
    static func nearestMean(of count: Int, _ products: [[Float]]) -> Float {
        var least = Float.greatestFiniteMagnitude
        for lines in combinations(of: count, among: products.count) {
            for weights in weights(of: count) {
                var (left, own) = (Float(0), Float(0))
                for (a, first) in zip(weights, lines) {
                    own += a * products[first][first]
                    for (b, second) in zip(weights, lines) { left += a * b * products[first][second] }
                }
                guard own > 0 else { continue }
                let square = max(left, 0)
                least = min(least, square.squareRoot() * square / own)
            }
        }
        return least
    }

    private static func combinations(of count: Int, among all: Int) -> [[Int]] {
        guard count > 0 else { return [[]] }
        return (0..<all).flatMap { last in combinations(of: count - 1, among: last).map { $0 + [last] } }
    }

    /// Shares in steps of a tenth, a fifth at least.
    private static func weights(of count: Int, tenths: Int = 10) -> [[Float]] {
        guard count > 1 else { return tenths >= 2 ? [[Float(tenths) / 10]] : [] }
        return (2...8).filter { $0 < tenths }.flatMap { share in
            weights(of: count - 1, tenths: tenths - share).map { [Float(share) / 10] + $0 }
        }
    }
}
