#if canImport(UIKit)
import ParaphViewModels
import SwiftUI

/// Asks before the person leaves ink that is not saved.
struct LeavingQuestion: ViewModifier {
    let signing: DocumentSigningModel?
    @Binding var isShown: Bool
    let leave: () -> Void
    @Environment(\.words) private var words

    func body(content: Content) -> some View {
        content.alert(signing?.leaveQuestion.title ?? "", isPresented: $isShown) {
            if let signing {
                Button(signing.saveLabel) { Task { await signing.save() } }
                Button(signing.leaveQuestion.leave, role: .destructive) {
                    signing.remove()
                    leave()
                }
            }
            Button(words("action.cancel"), role: .cancel) {}
        } message: {
            Text(signing?.leaveQuestion.note ?? "")
        }
    }
}
#endif
