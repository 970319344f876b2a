/// JPEG files (ISO/IEC 10918-1, JFIF in -5): their markers, not their pixels.
enum JPEG {
    /// More scans than any encoder writes; each costs a decoder a pass over the whole picture.
    private static let mostScans = 64

    /// Rewrites a JPEG without the segments that say anything but the picture.
    static func sanitised(_ bytes: [UInt8], limits: Photo.Limits) throws(FormatError) -> Photo {
        var photo = Photo(bytes: [0xFF, 0xD8], mediaType: .jpeg, width: 0, height: 0, orientation: 1)
        photo.bytes.reserveCapacity(bytes.count)
        var reader = ByteReader(bytes, at: 2)
        var scans = 0
        var orientation: Int?
        while true {
            let start = reader.position
            let marker = try marker(&reader)
            if marker == 0xD9 { break }
            let length = try reader.integer(bytes: 2)
            guard length >= 2 else { throw damaged(start) }
            guard length - 2 <= reader.remaining else { throw reader.truncated() }
            let data = bytes[reader.position..<reader.position + length - 2]
            try reader.skip(length - 2)
            switch marker {
            case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
                guard photo.width == 0 else { throw damaged(start) }
                try readFrame(data, into: &photo, limits: limits, at: start)
                append(marker, data, to: &photo.bytes)
            case 0xC4, 0xCC, 0xDB, 0xDD:
                append(marker, data, to: &photo.bytes)
            case 0xDA:
                scans += 1
                guard photo.width > 0 else { throw damaged(start) }
                guard scans <= mostScans else {
                    throw FormatError(.tooLarge, "The picture has more than \(mostScans) scans.", at: .byte(start))
                }
                append(marker, data, to: &photo.bytes)
                try copyScan(&reader, to: &photo.bytes)
            case 0xE0:
                if let data = plainJFIF(data) { append(marker, data, to: &photo.bytes) }
            case 0xE1:
                if orientation == nil, data.starts(with: Array("Exif\0\0".utf8)) { orientation = Exif.orientation(data.dropFirst(6)) }
            case 0xEE:
                if data.starts(with: Array("Adobe".utf8)), data.count >= 12 { append(marker, data.prefix(12), to: &photo.bytes) }
            case 0xE2...0xEF, 0xFE:
                break
            default:
                throw FormatError(
                    .unsupported,
                    "The picture is a kind of JPEG that is not taken; save it as a plain one.",
                    at: .byte(start)
                )
            }
        }
        guard scans > 0 else { throw damaged(reader.position) }
        photo.bytes += [0xFF, 0xD9]
        photo.orientation = orientation ?? 1
        return photo
    }

    /// The next marker, behind any number of fill bytes.
    private static func marker(_ reader: inout ByteReader) throws(FormatError) -> UInt8 {
        let start = reader.position
        guard try reader.byte() == 0xFF else { throw damaged(start) }
        var marker = try reader.byte()
        while marker == 0xFF { marker = try reader.byte() }
        // Restart markers and a second beginning stand nowhere between segments.
        guard marker > 0x01, !(0xD0...0xD8).contains(marker) else { throw damaged(start) }
        return marker
    }

    /// Copies the coded pixels up to the next marker that is not a restart.
    private static func copyScan(_ reader: inout ByteReader, to result: inout [UInt8]) throws(FormatError) {
        let bytes = reader.bytes
        var index = reader.position
        while true {
            guard index + 1 < bytes.count else { throw reader.truncated() }
            if bytes[index] == 0xFF {
                let next = bytes[index + 1]
                if next == 0xFF {
                    index += 1
                    continue
                }
                guard next == 0 || (0xD0...0xD7).contains(next) else { break }
                index += 1
            }
            index += 1
        }
        result += bytes[reader.position..<index]
        try reader.skip(index - reader.position)
    }

    private static func readFrame(
        _ data: ArraySlice<UInt8>,
        into photo: inout Photo,
        limits: Photo.Limits,
        at offset: Int
    ) throws(FormatError) {
        var reader = ByteReader(Array(data))
        try reader.skip(1)
        photo.height = try reader.integer(bytes: 2)
        photo.width = try reader.integer(bytes: 2)
        let components = Int(try reader.byte())
        guard (1...4).contains(components), reader.remaining == components * 3 else { throw damaged(offset) }
        try limits.check(width: photo.width, height: photo.height, at: offset)
    }

    /// A JFIF mark with its thumbnail taken out; nil where it is something else.
    private static func plainJFIF(_ data: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard data.starts(with: Array("JFIF\0".utf8)), data.count >= 14 else { return nil }
        return data.prefix(12) + [0, 0]
    }

    private static func append(_ marker: UInt8, _ data: ArraySlice<UInt8>, to result: inout [UInt8]) {
        result += [0xFF, marker]
        result.append(data.count + 2, bytes: 2)
        result += data
    }

    private static func damaged(_ offset: Int) -> FormatError {
        FormatError(.malformed, "The picture is damaged; choose another copy.", at: .byte(offset))
    }
}
