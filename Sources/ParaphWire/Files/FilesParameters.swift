/// Which files, and which page of them: the `next` of the page before, as it came; absent for the first.
public struct FileListQuery: CallParameters {
    /// The `next` of the page before, as it came; absent for the first page.
    public var after: String?
    /// Whether those in the trash are asked for; absent for `false`.
    public var isTrashed: Bool?

    /// How the call carries them.
    public static let members: [Parameter<Self>] = [.query("after", \.after), .query("isTrashed", \.isTrashed)]

    public init() {}

    public init(after: String? = nil, isTrashed: Bool? = nil) {
        (self.after, self.isTrashed) = (after, isTrashed)
    }
}

/// Which bytes of which version (RFC 9110, sections 13.1 and 14.2).
public struct ContentQuery: CallParameters {
    /// The number of a version, from 1; absent for the newest.
    public var version: Int?
    /// Which bytes, `bytes=FIRST-LAST`; absent for all (RFC 9110, section 14.2).
    public var range: String?
    /// The entity tag with which `range` counts; with another, all bytes come (RFC 9110, section 13.1.5).
    public var ifRange: String?
    /// The entity tag without which the answer is 412 (RFC 9110, section 13.1.1).
    public var ifMatch: String?
    /// The entity tag with which the answer is 304 (RFC 9110, section 13.1.2).
    public var ifNoneMatch: String?

    /// How the call carries them.
    public static let members: [Parameter<Self>] = [
        .query("version", \.version), .header("Range", \.range), .header("If-Range", \.ifRange), .header("If-Match", \.ifMatch),
        .header("If-None-Match", \.ifNoneMatch),
    ]

    public init() {}

    public init(
        version: Int? = nil,
        range: String? = nil,
        ifRange: String? = nil,
        ifMatch: String? = nil,
        ifNoneMatch: String? = nil
    ) {
        self.version = version
        self.range = range
        self.ifRange = ifRange
        self.ifMatch = ifMatch
        self.ifNoneMatch = ifNoneMatch
    }
}

/// Which piece of a file a body is: `bytes FIRST-LAST/SIZE` (RFC 9110, sections 14.4 and 14.5); the call needs it.
public struct PieceHeaders: CallParameters {
    /// The first and last byte, counted from 0, and the size of the whole file in bytes.
    public var contentRange: String?
    /// An ``UploadToken`` of the file, in place of a session.
    public var uploadToken: String?

    /// How the call carries them.
    public static let members: [Parameter<Self>] = [
        .header("Content-Range", \.contentRange), .header("Paraph-Upload-Token", \.uploadToken),
    ]

    public init() {}

    public init(contentRange: String, uploadToken: String? = nil) {
        (self.contentRange, self.uploadToken) = (contentRange, uploadToken)
    }
}
