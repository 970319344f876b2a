#if canImport(UIKit)
import ParaphViewModels
import SwiftUI

/// Covers a list with what was opened of it, which can be closed unless it is busy.
struct OpenedCover<Opened, Screen: View>: ViewModifier {
    let opened: Opened?
    let isBusy: Bool
    let close: () async -> Void
    @ViewBuilder let screen: (Opened) -> Screen
    @Environment(\.words) private var words

    func body(content: Content) -> some View {
        content.fullScreenCover(isPresented: isOpen) {
            if let opened {
                NavigationStack {
                    screen(opened)
                        .toolbar {
                            ToolbarItem(placement: .cancellationAction) {
                                Button(words("action.close")) { Task { await close() } }.disabled(isBusy)
                            }
                        }
                }
            }
        }
    }

    private var isOpen: Binding<Bool> {
        Binding {
            opened != nil
        } set: { isOpen in
            if !isOpen { Task { await close() } }
        }
    }
}
#endif
