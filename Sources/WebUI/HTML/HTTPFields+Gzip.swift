import HTTPTypes

extension HTTPFields {
    /// Whether the client takes gzip (RFC 9110, 12.5.3).
    var acceptsGzip: Bool {
        self[.acceptEncoding]?.split(separator: ",").contains { $0.drop { $0 == " " } == "gzip" } ?? false
    }
}
