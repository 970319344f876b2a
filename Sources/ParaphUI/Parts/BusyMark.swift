#if canImport(UIKit)
import SwiftUI

/// Says that something is under way, once it has taken a moment.
struct BusyMark: View {
    let isBusy: Bool
    @State private var isShown = false

    var body: some View {
        Group {
            if isShown { ProgressView().controlSize(.large) }
        }
        .task(id: isBusy) {
            isShown = false
            guard isBusy, (try? await Task.sleep(for: .milliseconds(500))) != nil else { return }
            isShown = true
        }
    }
}
#endif
