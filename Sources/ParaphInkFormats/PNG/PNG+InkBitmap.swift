public import ParaphInk

extension PNG {
    /// Writes rendered ink as a picture; where there is no ink it is transparent.
    ///
    /// Bitmaps hold colours multiplied by alpha, PNG does not: they are divided here, which keeps every pixel to within one step.
    /// - Throws: ``FormatError`` if the bitmap has more than `mostPixels`.
    public static func encode(_ bitmap: InkBitmap, pixelsPerMetre: Int? = nil, texts: [Text] = []) throws(FormatError) -> [UInt8] {
        var rgba = bitmap.bytes
        for pixel in stride(from: 0, to: rgba.count, by: 4) where rgba[pixel + 3] != 255 && rgba[pixel + 3] != 0 {
            let alpha = Int(rgba[pixel + 3])
            for colour in pixel..<pixel + 3 { rgba[colour] = UInt8(min(255, (Int(rgba[colour]) * 255 + alpha / 2) / alpha)) }
        }
        return try encode(width: bitmap.width, height: bitmap.height, rgba: rgba, pixelsPerMetre: pixelsPerMetre, texts: texts)
    }
}
