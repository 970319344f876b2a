import Foundation

/// Places on the earth with their countries: says which city a point lies in, without asking a service.
public struct PlaceTable: Hashable, Sendable {
    /// A place of the table.
    struct Entry: Hashable, Sendable {
        let latitude, longitude: Double
        /// ISO 3166-1, two letters.
        let country: String
        let name: String
    }

    /// What is known of a point.
    public struct Found: Hashable, Sendable {
        /// The nearest place, where it is near enough to be the one.
        public let city: String?
        /// ISO 3166-1, two letters; `nil` where another country may be as near.
        public let country: String?
    }

    /// How much is read of a table.
    static let limits = (bytes: sizeLimit, rows: 1_000_000)
    /// How near a place must be to be named as where a person is, in kilometres.
    static let near = 15.0
    /// How far the nearest place may be for its country to be told, in kilometres.
    static let far = 300.0

    /// The most bytes of a table.
    public static let sizeLimit = 128_000_000

    let entries: [Entry]

    /// Where a point lies, as far as that is certain.
    ///
    /// It lies in the country of the nearest place where that is twice as near as any of another country, and within 300 km; and in that place
    /// itself within 15 km. Linear in the table.
    public func find(latitude: Double, longitude: Double) -> Found {
        var nearest: (distance: Double, entry: Entry)?
        var elsewhere: [String: Double] = [:]
        for entry in entries {
            let distance = Self.distance(latitude, longitude, entry)
            if distance < nearest?.distance ?? .infinity { nearest = (distance, entry) }
            if distance < elsewhere[entry.country] ?? .infinity { elsewhere[entry.country] = distance }
        }
        guard let nearest, nearest.distance <= Self.far else { return Found(city: nil, country: nil) }
        let other = elsewhere.lazy.filter { $0.key != nearest.entry.country }.map(\.value).min() ?? .infinity
        guard other >= 2 * nearest.distance else { return Found(city: nil, country: nil) }
        return Found(city: nearest.distance <= Self.near ? nearest.entry.name : nil, country: nearest.entry.country)
    }

    /// Kilometres along the sphere (haversine).
    private static func distance(_ latitude: Double, _ longitude: Double, _ entry: Entry) -> Double {
        let radians = Double.pi / 180
        let north = sin((entry.latitude - latitude) * radians / 2)
        let east = sin((entry.longitude - longitude) * radians / 2)
        let chord = north * north + cos(latitude * radians) * cos(entry.latitude * radians) * east * east
        return 2 * 6371 * asin(min(1, chord.squareRoot()))
    }
}
