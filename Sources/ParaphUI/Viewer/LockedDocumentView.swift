#if canImport(UIKit)
import ParaphViewModels
import SwiftUI

/// Asks for the password of a document that is encrypted, to show it here.
struct LockedDocumentView: View {
    let pictures: PagePictures
    /// How large the pages are, once it is open, and the password.
    let onOpened: ([CGSize], String) -> Void
    @State private var password = ""
    @State private var isWrong = false
    @Environment(\.theme) private var theme
    @Environment(\.words) private var words

    var body: some View {
        VStack(alignment: .leading, spacing: Space.note) {
            Text(words("files.passwordTitle")).font(.headline)
            SecureField(words("files.password"), text: $password)
                .textContentType(.password)
                .padding(.horizontal, Space.note)
                .frame(minHeight: Space.touch)
                .background(theme.surface, in: .rect(cornerRadius: theme.controlRadius))
                .onSubmit(open)
            if isWrong { Text(words("script.files.wrongPassword")).font(.footnote).foregroundStyle(theme.bad) }
            Text(words("files.passwordNote")).font(.footnote).foregroundStyle(theme.secondary)
            Button(words("files.open")) { open() }
                .buttonStyle(.main)
                .disabled(password.isEmpty)
        }
        .frame(maxWidth: theme.column)
        .padding(Space.medium)
    }

    private func open() {
        let given = password
        Task {
            if let sizes = await pictures.unlock(given) { onOpened(sizes, given) } else { isWrong = true }
        }
    }
}
#endif
