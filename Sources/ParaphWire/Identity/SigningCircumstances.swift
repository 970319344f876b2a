/// Where a document was signed, and the photo that was taken then; at least one of both.
public struct SigningCircumstances: Codable, Hashable, Sendable, JSONContent {
    /// Where the device was; absent where the person did not let it tell.
    public var place: Place?
    /// A JPEG or PNG of at most 1 MB; EXIF is removed.
    public var photo: Base64URL?

    /// A point on the earth, WGS 84; kept to about ten metres.
    public struct Place: Codable, Hashable, Sendable {
        /// Degrees north.
        public var latitude: Double
        /// Degrees east.
        public var longitude: Double

        public init(latitude: Double, longitude: Double) {
            self.latitude = latitude
            self.longitude = longitude
        }
    }

    public init(place: Place? = nil, photo: Base64URL? = nil) {
        self.place = place
        self.photo = photo
    }
}
