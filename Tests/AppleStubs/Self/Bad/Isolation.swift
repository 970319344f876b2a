import AuthenticationServices
import CoreLocation
import SwiftUI
import UIKit

nonisolated func title(of controller: UIViewController) -> String? {
    // wrong: main actor-isolated property 'title' can not be referenced from a nonisolated context
    controller.title
}

func pressed() async {
    Task.detached {
        // wrong: expression is 'async' but is not marked with 'await'
        UIApplication.shared.registerForRemoteNotifications()
    }
}

final class Place: NSObject, CLLocationManagerDelegate {
    @MainActor private var town: String?

    func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
        // wrong: main actor-isolated property 'town' can not be mutated from a nonisolated context
        town = "Lyon"
    }
}

struct BackgroundWork: View {
    @State private var count = 0

    var body: some View {
        Button("Count") {
            DispatchQueue.global().async {
                // wrong: call to main actor-isolated instance method 'advance()' in a synchronous nonisolated context
                advance()
            }
        }
    }

    private func advance() { count += 1 }
}

struct SharedDefault: EnvironmentKey {
    // wrong: static property 'defaultValue' is not concurrency-safe because it is nonisolated global shared mutable state
    static var defaultValue = 1
}
