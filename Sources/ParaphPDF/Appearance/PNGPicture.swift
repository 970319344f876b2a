/// A decoded PNG (ISO/IEC 15948): samples of eight bits, and how opaque each pixel is where some are not.
struct PNGPicture {
    let width: Int
    let height: Int
    /// 1 for grey, 3 for red, green and blue.
    let components: Int
    private(set) var samples: [UInt8]
    private(set) var alpha: [UInt8]?

    /// Which columns and rows a pass of an interlaced picture has: the first ones, and how far apart.
    private static let passes = [
        (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2),
    ]

    private struct Chunks {
        var header: PDFBytes?
        var palette = PDFBytes()
        var transparency: PDFBytes?
        var data: [UInt8] = []
    }

    init(_ file: PDFBytes) throws(PDFError) {
        let chunks = try Self.chunks(of: file)
        guard let header = chunks.header, let width = header.u32(0), let height = header.u32(4), width > 0, height > 0, header.count >= 13
        else {
            throw PDFError(.malformed, "The PNG does not say how large it is")
        }
        guard width <= PDFImage.mostPixels, height <= PDFImage.mostPixels / width else {
            throw PDFError(.tooLarge, "The picture has more than 33 million pixels")
        }
        let (bits, kind, interlace) = (header.peek(8), header.peek(9), header.peek(12))
        let channels = kind == 0 || kind == 3 ? 1 : kind == 2 ? 3 : kind == 4 ? 2 : kind == 6 ? 4 : 0
        guard channels > 0, [1, 2, 4, 8, 16].contains(bits), kind == 0 || bits == 8 || (kind == 3 ? bits < 8 : bits == 16), interlace < 2
        else {
            throw PDFError(.malformed, "The PNG is of a kind that there is not")
        }
        (self.width, self.height) = (width, height)
        components = kind == 0 || kind == 4 ? 1 : 3
        samples = []
        alpha = kind >= 4 || chunks.transparency != nil ? [] : nil
        let pixels = Pixels(bits: bits, channels: channels, kind: kind, palette: chunks.palette, transparency: chunks.transparency)
        try decode(chunks.data, pixels, isInterlaced: interlace == 1)
        if alpha?.allSatisfy({ $0 == 255 }) ?? false { alpha = nil }
    }

    private static func chunks(of file: PDFBytes) throws(PDFError) -> Chunks {
        var chunks = Chunks()
        var place = 8
        while let length = file.u32(place), length <= file.count - place - 12 {
            let content = file.part(place + 8..<place + 8 + length)
            if file.has("IHDR", at: place + 4) {
                chunks.header = content
            } else if file.has("PLTE", at: place + 4) {
                chunks.palette = content
            } else if file.has("tRNS", at: place + 4) {
                chunks.transparency = content
            } else if file.has("IDAT", at: place + 4) {
                content.withBytes { chunks.data.append(contentsOf: $0) }
            } else if file.has("IEND", at: place + 4) {
                return chunks
            }
            place += length + 12
        }
        throw PDFError(.truncated, "The PNG is cut off")
    }

    private mutating func decode(_ data: [UInt8], _ pixels: Pixels, isInterlaced: Bool) throws(PDFError) {
        let depth = pixels.bits * pixels.channels
        var passes: [(x: Int, y: Int, dx: Int, dy: Int, columns: Int, rows: Int)] = []
        var size = 0
        for (x, y, dx, dy) in isInterlaced ? Self.passes : [(0, 0, 1, 1)] where x < width && y < height {
            let (columns, rows) = ((width - x + dx - 1) / dx, (height - y + dy - 1) / dy)
            passes.append((x, y, dx, dy, columns, rows))
            size += rows * (1 + (columns * depth + 7) / 8)
        }
        // What is behind the last row is nothing to a picture, but costs no more than this.
        let budget = PDFBudget(steps: size * 8 + 1 << 20)
        let inflated: PDFBytes
        do throws(PDFError) {
            inflated = try Inflate.decode(PDFBytes(data), limit: size + 65_536, budget: budget).bytes
        } catch {
            throw PDFError(.malformed, "The data of the PNG are damaged")
        }
        guard inflated.count >= size else { throw PDFError(.truncated, "The data of the PNG are cut off or damaged") }
        // Only now, so that a few bytes that claim to be a large picture cost nothing.
        samples = [UInt8](repeating: 0, count: width * height * components)
        if alpha != nil { alpha = [UInt8](repeating: 255, count: width * height) }
        var start = 0
        for pass in passes {
            let length = pass.rows * (1 + (pass.columns * depth + 7) / 8)
            var parameters = FilterParameters(PDFName("FlateDecode"), nil)
            (parameters.predictor, parameters.colours, parameters.bits) = (15, pixels.channels, pixels.bits)
            parameters.columns = pass.columns
            guard let rows = try Predictor(parameters)?.undo(inflated.part(start..<start + length), budget: budget) else { return }
            let stride = (pass.columns * depth + 7) / 8
            rows.withBytes { bytes in
                for row in 0..<pass.rows {
                    for column in 0..<pass.columns {
                        let place = (pass.y + row * pass.dy) * width + pass.x + column * pass.dx
                        set(place, bytes, row * stride, column, pixels)
                    }
                }
            }
            start += length
        }
    }

    private mutating func set(_ place: Int, _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ column: Int, _ pixels: Pixels) {
        let first = column * pixels.channels
        switch pixels.kind {
        case 3:
            let index = pixels.raw(bytes, start, first)
            for part in 0..<3 { samples[place * 3 + part] = UInt8(truncatingIfNeeded: max(0, pixels.palette.peek(index * 3 + part))) }
            if let transparency = pixels.transparency, index < transparency.count { alpha?[place] = transparency[index] }
        case 0, 4:
            samples[place] = pixels.sample(bytes, start, first)
            if pixels.kind == 4 { alpha?[place] = pixels.sample(bytes, start, first + 1) }
            if pixels.kind == 0, let clear = pixels.transparency?.u16(0), clear == pixels.raw(bytes, start, first) { alpha?[place] = 0 }
        default:
            var isClear = pixels.kind == 2 && pixels.transparency != nil
            for part in 0..<3 {
                samples[place * 3 + part] = pixels.sample(bytes, start, first + part)
                if isClear { isClear = pixels.transparency?.u16(part * 2) == pixels.raw(bytes, start, first + part) }
            }
            if isClear { alpha?[place] = 0 }
            if pixels.kind == 6 { alpha?[place] = pixels.sample(bytes, start, first + 3) }
        }
    }

    /// How the samples of a row are read.
    private struct Pixels {
        let bits: Int
        let channels: Int
        let kind: Int
        let palette: PDFBytes
        let transparency: PDFBytes?

        /// A sample as it stands in the file.
        func raw(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ index: Int) -> Int {
            switch bits {
            case 8: return Int(bytes[start + index])
            case 16: return Int(bytes[start + index * 2]) << 8 | Int(bytes[start + index * 2 + 1])
            default:
                let place = index * bits
                return Int(bytes[start + place / 8]) >> (8 - bits - place % 8) & (1 << bits - 1)
            }
        }

        /// A sample in eight bits.
        func sample(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ index: Int) -> UInt8 {
            let value = raw(bytes, start, index)
            switch bits {
            case 8: return UInt8(value)
            case 16: return UInt8(value >> 8)
            default: return UInt8(value * 255 / (1 << bits - 1))
            }
        }
    }
}
