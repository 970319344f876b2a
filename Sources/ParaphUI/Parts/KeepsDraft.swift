#if canImport(UIKit)
import ParaphViewModels
import SwiftUI

/// Has a screen keep what is not sent yet, when the app leaves the foreground and when the screen goes.
struct KeepsDraft: ViewModifier {
    let screen: any KeepingScreen
    @Environment(\.scenePhase) private var phase

    func body(content: Content) -> some View {
        content
            .onChange(of: phase) { _, phase in
                if phase != .active { Task { await screen.keepDraft() } }
            }
            .onDisappear { Task { await screen.keepDraft() } }
    }
}
#endif
