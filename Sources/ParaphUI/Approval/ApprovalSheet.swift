#if canImport(UIKit)
import ParaphViewModels
import SwiftUI

/// An approval that is asked for over the screen whose action needs it.
struct ApprovalSheet: ViewModifier {
    let approval: ApprovalModel?
    let cancel: () async -> Void
    @Environment(\.words) private var words

    func body(content: Content) -> some View {
        content.sheet(isPresented: isShown) {
            if let approval {
                NavigationStack {
                    ApprovalView(approval)
                        .toolbar {
                            ToolbarItem(placement: .cancellationAction) {
                                Button(words("action.cancel")) { Task { await cancel() } }
                            }
                        }
                }
                .interactiveDismissDisabled()
            }
        }
    }

    private var isShown: Binding<Bool> {
        Binding {
            approval != nil
        } set: { isShown in
            if !isShown { Task { await cancel() } }
        }
    }
}
#endif
