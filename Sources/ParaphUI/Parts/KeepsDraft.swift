#if canImport(UIKit)
public import ParaphViewModels
public import SwiftUI

extension View {
    /// Has a screen keep what is not sent yet, when the app leaves the foreground and when the screen goes.
    ///
    /// For a view of your own over a view model that is a `KeepingScreen`; the views of this library do it themselves.
    public func keepingDraft(of screen: any KeepingScreen) -> some View { modifier(KeepsDraft(screen: screen)) }
}

private struct KeepsDraft: ViewModifier {
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
