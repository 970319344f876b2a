#if canImport(UIKit)
import ParaphViewModels
import SwiftUI

/// The text that is agreed to, whole.
struct ConsentView: View {
    let text: String
    @Environment(\.dismiss) private var dismiss
    @Environment(\.theme) private var theme
    @Environment(\.words) private var words

    var body: some View {
        NavigationStack {
            ScrollView {
                Text(text)
                    .textSelection(.enabled)
                    .frame(maxWidth: theme.column, alignment: .leading)
                    .padding(Space.medium)
                    .frame(maxWidth: .infinity)
            }
            .navigationTitle(words("consent.title"))
            .navigationBarTitleDisplayMode(.inline)
            .toolbar {
                ToolbarItem(placement: .confirmationAction) { Button(words("action.close")) { dismiss() } }
            }
        }
    }
}
#endif
