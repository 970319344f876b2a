#if canImport(UIKit)
import ParaphViewModels
import SwiftUI

/// A code that is typed in the signature's place.
struct RecoveryCodeView: View {
    let screen: any WorkingScreen
    let title: String
    let lead: String
    let field: FormField
    let send: () async -> Void
    var back: (() -> Void)?
    @Environment(\.words) private var words

    var body: some View {
        WorkScreen(screen, title: title, lead: lead) {
            FieldView(field)
                .submitLabel(.continue)
                .onSubmit { Task { await send() } }
        } actions: {
            Button(words("action.continue")) { Task { await send() } }
                .buttonStyle(.main)
            if let back { Button(words("action.back")) { back() }.buttonStyle(.quiet) }
        }
    }
}
#endif
