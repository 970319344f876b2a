import CZlib

extension PNG {
    /// A line of text inside a picture (chunk tEXt, clause 11.3.4.3).
    public struct Text: Hashable, Sendable {
        /// What the text is: one of "Title", "Author", "Software", "Creation Time" and so on; 1 to 79 printable ASCII characters.
        public var keyword: String
        /// The text, in Latin-1 characters without NUL.
        public var value: String

        /// Makes a line of text.
        public init(keyword: String, value: String) {
            self.keyword = keyword
            self.value = value
        }
    }

    /// Writes a picture of 8-bit RGBA pixels that are not premultiplied.
    ///
    /// Rows are filtered by the least sum of absolute differences and deflated at level 9. The same input gives the same bytes.
    ///
    /// - Parameters:
    ///   - width: the width in pixels, 1…8192.
    ///   - height: the height in pixels, 1…8192.
    ///   - rgba: four bytes a pixel, from the top left, row by row.
    ///   - pixelsPerMetre: the resolution for print, if it is to be said.
    ///   - texts: lines of text to go with the picture.
    /// - Returns: the file.
    /// - Throws: ``FormatError`` if the size is out of range or does not fit the number of bytes, or a text has other characters.
    public static func encode(
        width: Int,
        height: Int,
        rgba: [UInt8],
        pixelsPerMetre: Int? = nil,
        texts: [Text] = []
    ) throws(FormatError) -> [UInt8] {
        guard (1...longestSide).contains(width), (1...longestSide).contains(height), width * height <= mostPixels else {
            throw FormatError(.tooLarge, "A picture is 1 to \(longestSide) pixels wide and high, at most \(mostPixels) in all.")
        }
        guard rgba.count == width * height * 4 else {
            throw FormatError(.malformed, "\(width) × \(height) pixels are \(width * height * 4) bytes, not \(rgba.count).")
        }
        var png = signature
        var header: [UInt8] = []
        header.append(width, bytes: 4)
        header.append(height, bytes: 4)
        append(chunk: "IHDR", header + [8, 6, 0, 0, 0], to: &png)
        if let pixelsPerMetre {
            guard (1...1_000_000).contains(pixelsPerMetre) else {
                throw FormatError(.outOfRange, "A resolution is 1 to 1,000,000 pixels a metre.")
            }
            var data: [UInt8] = []
            data.append(pixelsPerMetre, bytes: 4)
            data.append(pixelsPerMetre, bytes: 4)
            append(chunk: "pHYs", data + [1], to: &png)
        }
        for text in texts { append(chunk: "tEXt", try data(of: text), to: &png) }
        append(chunk: "IDAT", try deflated(filtered(rgba, rowBytes: width * 4)), to: &png)
        append(chunk: "IEND", [], to: &png)
        return png
    }

    private static func data(of text: Text) throws(FormatError) -> [UInt8] {
        let keyword = Array(text.keyword.utf8)
        let value = text.value.unicodeScalars.map(\.value)
        guard (1...79).contains(keyword.count), keyword.allSatisfy({ $0 >= 32 && $0 < 127 }), keyword.first != 32, keyword.last != 32,
            value.count <= 100_000, value.allSatisfy({ $0 == 10 || (32...126).contains($0) || (160...255).contains($0) })
        else {
            throw FormatError(.malformed, "A text has a keyword of 1 to 79 ASCII characters and a value of Latin-1 characters.")
        }
        return keyword + [0] + value.map { UInt8(truncatingIfNeeded: $0) }
    }

    /// The rows with the filter that leaves the least to compress (clause 12.7).
    private static func filtered(_ rgba: [UInt8], rowBytes: Int) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(rgba.count + rgba.count / rowBytes)
        var above = [UInt8](repeating: 0, count: rowBytes)
        var candidate = above
        for start in stride(from: 0, to: rgba.count, by: rowBytes) {
            let row = Array(rgba[start..<start + rowBytes])
            var best = row
            var kind = Filter.none
            var least = cost(row)
            for filter in Filter.allCases.dropFirst() where least > 0 {
                filter.apply(row, above: above, into: &candidate)
                let sum = cost(candidate)
                if sum < least {
                    least = sum
                    kind = filter
                    best = candidate
                }
            }
            result.append(kind.rawValue)
            result += best
            above = row
        }
        return result
    }

    private static func cost(_ row: [UInt8]) -> Int {
        row.reduce(0) { $0 + Int(Int8(bitPattern: $1).magnitude) }
    }

    private enum Filter: UInt8, CaseIterable {
        case none, left, above, average, paeth

        func apply(_ row: [UInt8], above: [UInt8], into result: inout [UInt8]) {
            for index in row.indices {
                let a = index >= 4 ? row[index - 4] : 0
                let b = above[index]
                switch self {
                case .none: result[index] = row[index]
                case .left: result[index] = row[index] &- a
                case .above: result[index] = row[index] &- b
                case .average: result[index] = row[index] &- UInt8((Int(a) + Int(b)) / 2)
                case .paeth: result[index] = row[index] &- Self.predictor(a, b, index >= 4 ? above[index - 4] : 0)
                }
            }
        }

        private static func predictor(_ a: UInt8, _ b: UInt8, _ c: UInt8) -> UInt8 {
            let estimate = Int(a) + Int(b) - Int(c)
            let (toA, toB, toC) = (abs(estimate - Int(a)), abs(estimate - Int(b)), abs(estimate - Int(c)))
            return toA <= toB && toA <= toC ? a : (toB <= toC ? b : c)
        }
    }

    private static func deflated(_ data: [UInt8]) throws(FormatError) -> [UInt8] {
        var length = compressBound(uLong(data.count))
        var result = [UInt8](repeating: 0, count: Int(length))
        let status = result.withUnsafeMutableBufferPointer { compress2($0.baseAddress, &length, data, uLong(data.count), 9) }
        guard status == Z_OK else { throw FormatError(.tooLarge, "There is not enough memory to compress the picture; make it smaller.") }
        result.removeLast(result.count - Int(length))
        return result
    }
}
