#if canImport(UIKit)
import ParaphViewModels
import SwiftUI

/// A field of a form, with what is wrong beside it.
struct FieldView: View {
    @Bindable var field: FormField
    @Environment(\.theme) private var theme
    @FocusState private var isFocused: Bool

    init(_ field: FormField) {
        self.field = field
    }

    var body: some View {
        VStack(alignment: .leading, spacing: Space.tiny) {
            Text(field.label)
                .font(.subheadline)
                .accessibilityHidden(true)
            TextField(field.label, text: $field.value, prompt: field.placeholder.map { Text(verbatim: $0) })
                .keyboardType(field.kind.keyboard)
                .textContentType(field.kind.content)
                .textInputAutocapitalization(field.kind.capitalization)
                .autocorrectionDisabled(field.kind.isLiteral)
                .focused($isFocused)
                .padding(.horizontal, Space.note)
                .frame(minHeight: Space.touch)
                .background(theme.surface, in: .rect(cornerRadius: theme.controlRadius))
                .overlay { RoundedRectangle(cornerRadius: theme.controlRadius).strokeBorder(border) }
                .accessibilityHint([explanation, field.hint].compactMap(\.self).joined(separator: " "))
            if let explanation {
                Label(explanation, systemImage: "exclamationmark.circle")
                    .font(.footnote)
                    .foregroundStyle(theme.bad)
                    .accessibilityHidden(true)
            } else if let hint = field.hint {
                Text(hint)
                    .font(.footnote)
                    .foregroundStyle(theme.secondary)
                    .accessibilityHidden(true)
            }
        }
        .onChange(of: isFocused) { _, isFocused in
            if !isFocused { field.leave() }
        }
    }

    private var explanation: String? { field.error ?? field.refused }

    private var border: ThemeColor {
        if explanation != nil { return theme.bad }
        return isFocused ? theme.accent : theme.lineStrong
    }
}
#endif
