public import HTTPTypes

/// What a request gets of a content, by its conditions and its range, in the order of RFC 9110, section 13.2.2.
///
/// Contents here have an entity tag and no date, so that conditions on dates do not hold or are passed over, as sections 13.1.4 and 13.1.5
/// have it.
public enum ContentSelection: Hashable, Sendable {
    /// All of it: 200.
    case whole
    /// One range of its bytes: 206.
    case part(Range<Int>)
    /// What the client has is good still: 304.
    case notModified
    /// It is another one than the client means: 412.
    case preconditionFailed
    /// No byte lies in the range: 416.
    case unsatisfiable

    /// Judges a GET or HEAD.
    ///
    /// A request for several ranges gets the whole, as section 14.2 lets a server choose; so does a range that cannot be read.
    /// - Parameters:
    ///   - range: The header `Range`.
    ///   - ifRange: The header `If-Range`.
    ///   - ifMatch: The header `If-Match`.
    ///   - ifNoneMatch: The header `If-None-Match`.
    ///   - method: GET or HEAD; ranges count for GET alone.
    ///   - tag: The content's tag, a strong one.
    ///   - size: How many bytes the content has.
    public init(
        range: String?,
        ifRange: String?,
        ifMatch: String?,
        ifNoneMatch: String?,
        method: HTTPRequest.Method,
        tag: EntityTag,
        size: Int
    ) {
        if let ifMatch, !Self.isAny(ifMatch),
            EntityTag.list(ifMatch)?.contains(where: { $0.isSameBytes(as: tag) }) != true
        {
            self = .preconditionFailed
            return
        }
        if let ifNoneMatch,
            Self.isAny(ifNoneMatch) || EntityTag.list(ifNoneMatch)?.contains(where: { $0.opaque == tag.opaque }) == true
        {
            self = .notModified
            return
        }
        guard method == .get, let range else {
            self = .whole
            return
        }
        if let ifRange {
            guard let tags = EntityTag.list(ifRange), tags.count == 1, tags[0].isSameBytes(as: tag) else {
                self = .whole
                return
            }
        }
        self = Self.range(range, size: size)
    }

    private static func isAny(_ header: String) -> Bool {
        header.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" } == "*"
    }

    /// Reads `bytes=0-99`, `bytes=100-` or `bytes=-100`.
    private static func range(_ header: String, size: Int) -> ContentSelection {
        let parts = header.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].lowercased() == "bytes" else { return .whole }
        let wanted = parts[1].split(separator: ",").map { $0.trimming { $0 == " " || $0 == "\t" } }.filter { !$0.isEmpty }
        guard wanted.count == 1 else { return .whole }
        let ends = wanted[0].split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard ends.count == 2, let first = bound(ends[0]), let last = bound(ends[1]) else { return .whole }
        switch (first, last) {
        case (nil, nil): return .whole
        case (nil, let count?): return count == 0 || size == 0 ? .unsatisfiable : .part(max(0, size - count)..<size)
        case (let first?, nil): return first < size ? .part(first..<size) : .unsatisfiable
        case (let first?, let last?):
            guard first <= last else { return .whole }
            return first < size ? .part(first..<min(last, size - 1) + 1) : .unsatisfiable
        }
    }

    /// One end of a range: absent, or digits, of which too many mean more than any content has; `nil` where it is neither.
    private static func bound(_ text: Substring) -> Int?? {
        if text.isEmpty { return .some(nil) }
        guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
        return .some(ContentRange.number(text) ?? .max)
    }
}

extension Substring {
    fileprivate func trimming(_ isTrimmed: (Character) -> Bool) -> Substring {
        var trimmed = drop(while: isTrimmed)
        while let last = trimmed.last, isTrimmed(last) { trimmed.removeLast() }
        return trimmed
    }
}
