/// A body that is no JSON: a picture, a drawing, a file.
public struct Content: Hashable, Sendable, WholeBody {
    /// What the bytes are (RFC 9110, section 8.3).
    public var mediaType: String
    /// The bytes.
    public var bytes: [UInt8]
    /// How a picture is to be turned for showing, as EXIF numbers it, 1 … 8: the header ``orientationHeader``.
    public var orientation: Int?
    /// What the file is to be called: the header `Content-Disposition`.
    public var fileName: String?

    /// The header that tells ``orientation``.
    public static let orientationHeader = "Paraph-Photo-Orientation"

    /// Makes a body.
    public init(mediaType: String, bytes: [UInt8], orientation: Int? = nil, fileName: String? = nil) {
        self.mediaType = mediaType
        self.bytes = bytes
        self.orientation = orientation
        self.fileName = fileName
    }
}

/// A body of bytes that servers and clients read and write piece by piece, such as a file or a range of it.
public struct ByteStream: Hashable, Sendable, EndpointBody {
    public init() {}
}

/// A body of server-sent events (HTML Standard, 9.2).
public struct ServerSentEvents: Hashable, Sendable, EndpointBody {
    public init() {}
}

/// A body that may be left out, which says then what its empty value does.
public protocol AbsentBody {
    /// What an absent body says.
    init()
}
