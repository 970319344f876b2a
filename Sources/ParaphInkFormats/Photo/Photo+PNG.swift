extension PNG {
    /// The chunks that stay, with their greatest length: nothing else fits into them than what they are for.
    private static let kept = [
        "IHDR": 13, "PLTE": 768, "IDAT": Int.max, "IEND": 0,
        "tRNS": 256, "gAMA": 4, "cHRM": 32, "sRGB": 1, "sBIT": 4, "bKGD": 6, "pHYs": 9, "cICP": 4,
    ]

    /// Rewrites a PNG without the chunks that say anything but the picture.
    static func sanitised(_ bytes: [UInt8], limits: Photo.Limits) throws(FormatError) -> Photo {
        var photo = Photo(bytes: signature, mediaType: .png, width: 0, height: 0, orientation: 1)
        photo.bytes.reserveCapacity(bytes.count)
        var reader = ByteReader(bytes, at: signature.count)
        var seen: Set<String> = []
        var last = ""
        var needsPalette = false
        while last != "IEND" {
            let start = reader.position
            let length = try reader.integer(bytes: 4)
            guard length <= 0x7FFF_FFFF else {
                throw FormatError(.malformed, "A part of the picture has no valid length.", at: .byte(start))
            }
            guard length + 8 <= reader.remaining else { throw reader.truncated() }
            let end = reader.position + 4 + length
            let type = String(decoding: bytes[reader.position..<reader.position + 4], as: UTF8.self)
            guard checksum(bytes[reader.position..<end]) == UInt32(truncatingIfNeeded: try ByteReader(bytes, at: end).peek(bytes: 4)) else {
                throw FormatError(
                    .malformed,
                    "A part of the picture is damaged (its check sum is wrong); choose another copy.",
                    at: .byte(start)
                )
            }
            let data = bytes[reader.position + 4..<end]
            let isFirst = seen.insert(type).inserted
            guard (type == "IHDR") == last.isEmpty, isFirst || type != "PLTE", isFirst || type != "IDAT" || last == "IDAT" else {
                throw FormatError(.malformed, "The parts of the picture are not in order; choose another copy.", at: .byte(start))
            }
            switch type {
            case "IHDR":
                needsPalette = try readHeader(data, into: &photo, limits: limits, at: start)
            case "IDAT":
                guard seen.contains("PLTE") || !needsPalette else {
                    throw FormatError(.malformed, "The picture lacks its palette; choose another copy.", at: .byte(start))
                }
            case "IEND":
                guard seen.contains("IDAT"), length == 0 else {
                    throw FormatError(.malformed, "The picture ends before its pixels; choose another copy.", at: .byte(start))
                }
            case "eXIf":
                photo.orientation = Exif.orientation(data) ?? photo.orientation
            case "PLTE":
                guard length <= 768, length > 0, length % 3 == 0 else {
                    throw FormatError(.malformed, "The palette of the picture has no valid length.", at: .byte(start))
                }
            default:
                // The case of the first letter says whether a picture can be shown without the chunk (clause 5.4).
                guard bytes[reader.position] & 32 != 0 else {
                    throw FormatError(.unsupported, "The picture needs a part that is not known; save it as a plain PNG.", at: .byte(start))
                }
            }
            try reader.skip(length + 8)
            if let longest = kept[type], length <= longest { photo.bytes += bytes[start..<reader.position] }
            last = type
        }
        return photo
    }

    /// Reads the size; says whether the colours come from a palette.
    private static func readHeader(
        _ data: ArraySlice<UInt8>,
        into photo: inout Photo,
        limits: Photo.Limits,
        at offset: Int
    ) throws(FormatError) -> Bool {
        guard data.count == 13 else { throw FormatError(.malformed, "The header of the picture is not 13 bytes long.", at: .byte(offset)) }
        var reader = ByteReader(Array(data))
        photo.width = try reader.integer(bytes: 4)
        photo.height = try reader.integer(bytes: 4)
        let depth = try reader.byte()
        let colour = try reader.byte()
        let depths: [UInt8: Set<UInt8>] = [0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16]]
        let methods = [try reader.byte(), try reader.byte(), try reader.byte()]
        guard depths[colour]?.contains(depth) == true, methods[0] == 0, methods[1] == 0, methods[2] <= 1 else {
            throw FormatError(.malformed, "The header of the picture holds values that PNG does not have.", at: .byte(offset))
        }
        try limits.check(width: photo.width, height: photo.height, at: offset)
        return colour == 3
    }
}

extension ByteReader {
    /// The number at the position, which stays where it is.
    fileprivate func peek(bytes count: Int) throws(FormatError) -> Int {
        var copy = self
        return try copy.integer(bytes: count)
    }
}
