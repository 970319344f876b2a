#if canImport(UIKit)
import CoreLocation
import ParaphWire

/// Finds where the device is, once, where the person lets the app.
nonisolated enum PlaceFinder {
    /// What came of it.
    enum Found: Sendable {
        case place(CLLocation)
        case denied
        case notFound
    }

    /// How long is looked for it, in seconds.
    private static let longest = 15

    /// Asks the person where they were not asked yet, then looks.
    static func find() async -> Found {
        await withTaskGroup(of: Found.self) { group in
            group.addTask { await locate() }
            group.addTask {
                try? await Task.sleep(for: .seconds(longest))
                return .notFound
            }
            let first = await group.next() ?? .notFound
            group.cancelAll()
            return first
        }
    }

    private static func locate() async -> Found {
        // While it lives, the app asks for permission.
        let session = CLServiceSession(authorization: .whenInUse)
        defer { session.invalidate() }
        do {
            for try await update in CLLocationUpdate.liveUpdates() {
                if update.authorizationDenied { return .denied }
                if let location = update.location { return .place(location) }
            }
        } catch {
            // It is not known then.
        }
        return .notFound
    }

    /// A place as a registration tells it: with the names of country and city, where the system knows them.
    static func described(_ location: CLLocation, in locale: Locale) async -> RegistrationPlace {
        let placemark = (try? await CLGeocoder().reverseGeocodeLocation(location, preferredLocale: locale))?.first
        return RegistrationPlace(
            latitude: location.coordinate.latitude,
            longitude: location.coordinate.longitude,
            country: placemark?.country.map { String($0.prefix(100)) },
            city: placemark?.locality.map { String($0.prefix(100)) }
        )
    }
}
#endif
