import AuthenticationServices
import CoreLocation
import SwiftUI
import UIKit

nonisolated func title(of controller: UIViewController) -> String? {
    controller.title  // wrong: main actor-isolated property 'title' can not be referenced from a nonisolated context
}

func pressed() async {
    Task.detached {
        UIApplication.shared.registerForRemoteNotifications()  // wrong: expression is 'async' but is not marked with 'await'
    }
}

final class Place: NSObject, CLLocationManagerDelegate {
    @MainActor private var town: String?

    func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
        town = "Lyon"  // wrong: main actor-isolated property 'town' can not be mutated from a nonisolated context
    }
}

struct BackgroundWork: View {
    @State private var count = 0

    var body: some View {
        Button("Count") {
            DispatchQueue.global().async {
                advance()  // wrong: call to main actor-isolated instance method 'advance()' in a synchronous nonisolated context
            }
        }
    }

    private func advance() { count += 1 }
}

struct SharedDefault: EnvironmentKey {
    static var defaultValue = 1  // wrong: static property 'defaultValue' is not concurrency-safe because it is nonisolated global shared mutable state
}
