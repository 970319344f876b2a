import SwiftUI

struct NewerThanTheApp: View {
    var body: some View {
        // wrong: 'confirm' is unavailable: introduced in iOS 26.0, newer than iOS 18.0
        Button("Sign", role: .confirm) {}
            // wrong: 'glassEffect(_:in:)' is unavailable: introduced in iOS 26.0, newer than iOS 18.0
            .glassEffect()
    }

    // A guard does not help: the app has one appearance on every system.
    @ViewBuilder var guarded: some View {
        if #available(iOS 26.0, *) {
            // wrong: 'glass' is unavailable: introduced in iOS 26.0, newer than iOS 18.0
            Button("Sign") {}.buttonStyle(.glass)
        }
    }
}
