import CZlib

/// Pictures with all that cameras put into them, put together by hand.
enum Pictures {
    /// What is hidden behind the end of a picture.
    static let trailer = Array("PK GPS-SECRET".utf8)

    // MARK: JPEG

    static func segment(_ marker: UInt8, _ data: [UInt8]) -> [UInt8] {
        let length = data.count + 2
        return [0xFF, marker, UInt8(length >> 8), UInt8(length & 255)] + data
    }

    static func frame(_ marker: UInt8, width: Int = 8, height: Int = 16) -> [UInt8] {
        segment(marker, [8, UInt8(height >> 8), UInt8(height & 255), UInt8(width >> 8), UInt8(width & 255), 1, 1, 0x11, 0])
    }

    /// EXIF data with an orientation and something that nobody should read.
    static func exif(_ orientation: UInt8) -> [UInt8] {
        let head: [UInt8] = [0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8, 0, 2]
        let place: [UInt8] = [0x01, 0x0F, 0, 2, 0, 0, 0, 10, 0, 0, 0, 38]
        return head + place + [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0] + [0, 0, 0, 0] + Array("GPS-SECRET".utf8)
    }

    private static let tables = segment(0xDB, [0] + Array(repeating: 1, count: 64)) + frame(0xC0) + segment(0xC4, [0, 1])
    private static let scan = segment(0xDA, [1, 1, 0, 0, 63, 0]) + [0x12, 0x34, 0xFF, 0x00, 0x56, 0xFF, 0xD0, 0x78]
    private static let adobe = Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 1]
    private static let jfif = Array("JFIF\0".utf8) + [1, 2, 1, 0, 72, 0, 72]

    static func jpeg(exif: [UInt8] = exif(6)) -> [UInt8] {
        var picture: [UInt8] = [0xFF, 0xD8]
        picture += segment(0xE0, jfif + [1, 1, 9, 9, 9])
        picture += segment(0xE0, Array("JFXX\0GPS-SECRET".utf8))
        picture += segment(0xE1, Array("Exif\0\0".utf8) + exif)
        picture += segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0GPS-SECRET".utf8))
        picture += segment(0xE2, Array("ICC_PROFILE\0GPS-SECRET".utf8))
        picture += segment(0xEE, adobe + Array("GPS-SECRET".utf8))
        picture += segment(0xFE, Array("GPS-SECRET".utf8))
        return picture + tables + scan + [0xFF, 0xD9] + trailer
    }

    static let plainJPEG = [0xFF, 0xD8] + segment(0xE0, jfif + [0, 0]) + segment(0xEE, adobe) + tables + scan + [0xFF, 0xD9]

    // MARK: PNG

    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    static func chunk(_ type: String, _ data: [UInt8] = []) -> [UInt8] {
        let checked = Array(type.utf8) + data
        return number(data.count) + checked + number(Int(crc32(0, checked, uInt(checked.count))))
    }

    static func header(_ width: Int, _ height: Int, colour: UInt8 = 6) -> [UInt8] {
        chunk("IHDR", number(width) + number(height) + [8, colour, 0, 0, 0])
    }

    static func png() -> [UInt8] {
        let secret = Array("Comment\0GPS-SECRET".utf8)
        // One row of two pixels, stored by zlib without compression.
        let row: [UInt8] = [0, 1, 2, 3, 4, 5, 6, 7, 8]
        let pixels: [UInt8] = [0x78, 0x01, 0x01, 9, 0, 0xF6, 0xFF] + row + number(Int(adler32(1, row, uInt(row.count))))
        var picture = signature + header(2, 1)
        for type in ["tEXt", "zTXt", "iTXt", "tIME", "iCCP", "sRGB", "zzZz"] { picture += chunk(type, secret) }
        picture += chunk("gAMA", [0, 0, 0xB1, 0x8F]) + chunk("eXIf", exif(8))
        picture += chunk("IDAT", Array(pixels.prefix(5))) + chunk("IDAT", Array(pixels.dropFirst(5)))
        return picture + chunk("tEXt", secret) + chunk("IEND") + trailer
    }

    private static func number(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
