public import ParaphWire

/// Reads `multipart/form-data` bodies (RFC 7578) that are in memory already.
public enum MultipartBody {
    /// The most parts of a body.
    public static let partLimit = 100
    /// The most bytes that stand before the content of one part.
    public static let headerLimit = 4096

    /// One field or file of a form.
    public struct Part: Hashable, Sendable {
        /// The name of the field.
        public var name: String
        /// The name of the file; `nil` where the part is no file.
        public var fileName: String?
        /// The media type in lower case without its parameters; `nil` where the part names none.
        public var mediaType: String?
        /// The content.
        public var bytes: [UInt8]
    }

    /// The boundary that a `Content-Type` header names; `nil` where it names none that RFC 2046, section 5.1.1 allows.
    public static func boundary(ofContentType header: String) -> String? {
        guard let value = HeaderParameters(header)["boundary"], (1...70).contains(value.utf8.count), value.last != " " else { return nil }
        let marks = "'()+_,-./:=? "
        guard
            value.unicodeScalars.allSatisfy({
                $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil || marks.unicodeScalars.contains($0))
            })
        else { return nil }
        return value
    }

    /// The parts in the order of the body, at most `limit`.
    ///
    /// What stands before the first boundary and behind the last is dropped. Takes time proportional to the number of bytes.
    /// - Throws: a `malformed` ``ParaphWire/Problem`` where the framing is broken, a part has no name, or there are too many parts.
    public static func decode(_ bytes: [UInt8], boundary: String, atMost limit: Int = partLimit) throws(Problem) -> [Part] {
        let delimiter = Array("\r\n--\(boundary)".utf8)
        var parts: [Part] = []
        var position: Int
        if bytes.starts(with: delimiter.dropFirst(2)) {
            position = delimiter.count - 2
        } else if let start = bytes.firstPosition(of: delimiter, from: 0) {
            position = start + delimiter.count
        } else {
            throw Problem.malformed("The body does not hold the boundary that its Content-Type names.")
        }
        while !bytes.hasBytes("--", at: position) {
            while position < bytes.count, [UInt8(ascii: " "), UInt8(ascii: "\t")].contains(bytes[position]) { position += 1 }
            guard bytes.hasBytes("\r\n", at: position) else {
                throw Problem.malformed("A boundary of the body is not followed by a line break.")
            }
            guard parts.count < limit else { throw Problem.malformed("The body has more than \(limit) parts.") }
            // A part without headers begins with the empty line itself.
            guard let headerEnd = bytes.firstPosition(of: Array("\r\n\r\n".utf8), from: position, within: headerLimit) else {
                throw Problem.malformed(
                    "A part of the body has no empty line behind its headers, or headers longer than \(headerLimit) bytes."
                )
            }
            let start = headerEnd + 4
            // The line break of the empty line may be that of the next boundary: the part is empty.
            guard let end = bytes.firstPosition(of: delimiter, from: start - 2) else {
                throw Problem.malformed("The last part of the body is not closed by the boundary; send it whole.")
            }
            var part = try header(bytes[position..<headerEnd])
            if end > start { part.bytes = Array(bytes[start..<end]) }
            parts.append(part)
            position = end + delimiter.count
        }
        return parts
    }

    private static func header(_ bytes: ArraySlice<UInt8>) throws(Problem) -> Part {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw Problem.malformed("The headers of a part are not UTF-8.") }
        var part = Part(name: "", bytes: [])
        var isNamed = false
        for line in text.split(separator: "\r\n") {
            guard let colon = line.firstIndex(of: ":") else { throw Problem.malformed("A header of a part has no colon.") }
            let value = HeaderParameters(String(line[line.index(after: colon)...]))
            switch line[..<colon].lowercased() {
            case "content-disposition":
                guard value.word == "form-data", let name = value["name"] else { continue }
                isNamed = true
                part.name = name
                part.fileName = value["filename"]
            case "content-type":
                part.mediaType = value.word
            default: continue
            }
        }
        guard isNamed else { throw Problem.malformed("A part of the body has no name; send Content-Disposition: form-data; name=\"…\".") }
        return part
    }
}

extension [UInt8] {
    /// Where bytes stand first at or behind an index, beginning at most `length` bytes behind it.
    fileprivate func firstPosition(of pattern: [UInt8], from start: Int, within length: Int = .max) -> Int? {
        withUnsafeBufferPointer { bytes -> Int? in
            guard start >= 0, pattern.count <= bytes.count - start else { return nil }
            let last = Swift.min(bytes.count - pattern.count, length == .max ? .max : start + length)
            var position = start
            while position <= last {
                var matched = 0
                while matched < pattern.count, bytes[position + matched] == pattern[matched] { matched += 1 }
                if matched == pattern.count { return position }
                position += 1
            }
            return nil
        }
    }

    fileprivate func hasBytes(_ text: String, at position: Int) -> Bool {
        position <= count && self[position...].starts(with: text.utf8)
    }
}
