import CoreLocation
import LocalAuthentication
import Security
import SwiftUI

@Observable
final class PlaceModel: NSObject, CLLocationManagerDelegate {
    private(set) var town: String?
    private(set) var status = CLAuthorizationStatus.notDetermined
    @ObservationIgnored private let manager = CLLocationManager()
    @ObservationIgnored private let geocoder = CLGeocoder()

    func start() {
        manager.delegate = self
        manager.desiredAccuracy = kCLLocationAccuracyHundredMeters
        manager.requestWhenInUseAuthorization()
    }

    nonisolated func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
        let status = manager.authorizationStatus
        Task { @MainActor in self.status = status }
    }

    nonisolated func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
        guard let location = locations.last else { return }
        Task { @MainActor in await self.name(location) }
    }

    nonisolated func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
        if let error = error as? CLError, error.code == .denied { print("denied") }
    }

    private func name(_ location: CLLocation) async {
        let places = try? await geocoder.reverseGeocodeLocation(location)
        town = [places?.first?.locality, places?.first?.country].compactMap(\.self).joined(separator: ", ")
    }

    func follow() async throws {
        for try await update in CLLocationUpdate.liveUpdates() {
            if let coordinate = update.location?.coordinate { print(coordinate.latitude, coordinate.longitude) }
        }
    }
}

struct PlaceRow: View {
    @State private var model = PlaceModel()
    @State private var isUnlocked = false

    var body: some View {
        Group {
            switch model.status {
            case .notDetermined: Button("Where am I?") { model.start() }
            case .denied, .restricted: Text("Not allowed").foregroundStyle(.secondary)
            case .authorizedAlways, .authorizedWhenInUse: Text(model.town ?? "…")
            @unknown default: EmptyView()
            }
        }
        .privacySensitive()
        .task {
            let context = LAContext()
            var error: NSError?
            guard context.canEvaluatePolicy(.deviceOwnerAuthentication, error: &error) else { return }
            isUnlocked = (try? await context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "Sign")) ?? false
        }
    }
}

struct KeychainItem {
    let account: String

    func read() throws -> Data? {
        let query: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword,
            kSecAttrAccount as String: account,
            kSecReturnData as String: true,
            kSecMatchLimit as String: kSecMatchLimitOne,
        ]
        var item: CFTypeRef?
        let status = SecItemCopyMatching(query as CFDictionary, &item)
        guard status != errSecItemNotFound else { return nil }
        guard status == errSecSuccess else { throw NSError(domain: NSOSStatusErrorDomain, code: Int(status)) }
        return item as? Data
    }
}
