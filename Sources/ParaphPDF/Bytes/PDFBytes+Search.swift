extension PDFBytes {
    /// Whether a text stands at an offset.
    func has(_ text: StaticString, at offset: Int) -> Bool {
        let length = text.utf8CodeUnitCount
        guard offset >= 0, offset <= count - length else { return false }
        return withBytes { bytes in
            for index in 0..<length where bytes[offset + index] != text.utf8Start[index] { return false }
            return true
        }
    }

    /// Where a text stands first, from an offset on and starting before another.
    func first(_ text: StaticString, from start: Int, before end: Int = .max) -> Int? {
        let length = text.utf8CodeUnitCount
        let last = min(end - 1, count - length)
        guard length > 0, start >= 0, start <= last else { return nil }
        return withBytes { bytes in
            let head = text.utf8Start[0]
            var offset = start
            while offset <= last {
                if bytes[offset] == head {
                    var index = 1
                    while index < length, bytes[offset + index] == text.utf8Start[index] { index += 1 }
                    if index == length { return offset }
                }
                offset += 1
            }
            return nil
        }
    }

    /// Where a text stands last, starting at an offset or after it.
    func last(_ text: StaticString, from start: Int = 0, before end: Int = .max) -> Int? {
        var offset = min(end - 1, count - text.utf8CodeUnitCount)
        while offset >= max(start, 0) {
            if has(text, at: offset) { return offset }
            offset -= 1
        }
        return nil
    }
}
