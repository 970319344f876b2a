extension MutableCollection where Self: RandomAccessCollection, Element: Comparable, Index == Int {
    /// Moves elements so that the one of rank `rank` lies at its sorted place, the smaller before it and the larger after.
    ///
    /// Complexity: O(n), and O(n log n) for orders made to be bad.
    mutating func select(_ rank: Int) {
        var (low, high) = (startIndex, endIndex - 1)
        var rounds = 0
        while low < high {
            rounds += 1
            if rounds > 40 { return self[low...high].sort() }
            // The median of three keeps sorted input quick.
            let middle = low + (high - low) / 2
            if self[middle] < self[low] { swapAt(middle, low) }
            if self[high] < self[low] { swapAt(high, low) }
            if self[high] < self[middle] { swapAt(high, middle) }
            let pivot = self[middle]
            var (i, j) = (low, high)
            while i <= j {
                while self[i] < pivot { i += 1 }
                while pivot < self[j] { j -= 1 }
                if i <= j {
                    swapAt(i, j)
                    i += 1
                    j -= 1
                }
            }
            if rank <= j {
                high = j
            } else if rank >= i {
                low = i
            } else {
                return
            }
        }
    }
}

/// The median; 0 for no values.
func median(_ values: [Float]) -> Float {
    guard !values.isEmpty else { return 0 }
    var values = values
    let middle = values.count / 2
    return values.withUnsafeMutableBufferPointer { values in
        values.select(middle)
        guard values.count.isMultiple(of: 2) else { return values[middle] }
        return (values[middle] + (values[..<middle].max() ?? values[middle])) / 2
    }
}
