#if canImport(UIKit)
import ParaphViewModels
import SwiftUI

/// A field of a form under the hand.
struct PageField: View {
    @Bindable var field: FormFieldModel
    let place: FormFieldModel.Place
    @Environment(\.theme) private var theme

    var body: some View {
        content
            .foregroundStyle(theme.penBlack)
            .background(theme.accentSoft.opacity(0.6))
            .overlay { Rectangle().strokeBorder(field.error == nil ? theme.accent : theme.bad, lineWidth: field.error == nil ? 1 : 2) }
            .disabled(field.lockedReason != nil || field.isFixed)
            .accessibilityLabel(field.label)
            .accessibilityHint([field.error, field.lockedReason].compactMap(\.self).joined(separator: " "))
    }

    @ViewBuilder private var content: some View {
        switch field.kind {
        case .text(let isMultiline, let isPassword):
            if isPassword {
                SecureField(field.label, text: $field.value, prompt: Text(verbatim: ""))
            } else {
                TextField(field.label, text: $field.value, prompt: Text(verbatim: ""), axis: isMultiline ? .vertical : .horizontal)
                    .frame(maxHeight: .infinity, alignment: isMultiline ? .top : .center)
            }
        case .checkbox, .radio:
            Button {
                field.value = isSet && field.kind == .checkbox ? "" : place.value ?? ""
            } label: {
                Image(systemName: isSet ? "checkmark" : "square")
                    .opacity(isSet ? 1 : 0)
                    .frame(maxWidth: .infinity, maxHeight: .infinity)
                    .contentShape(.rect)
            }
            .buttonStyle(.plain)
            .accessibilityAddTraits(isSet ? .isSelected : [])
        case .choice(let isEditable): choice(isEditable)
        case .list: list
        }
    }

    private var isSet: Bool { place.value != nil && field.value == place.value }

    private func choice(_ isEditable: Bool) -> some View {
        HStack(spacing: 0) {
            if isEditable {
                TextField(field.label, text: $field.value, prompt: Text(verbatim: ""))
            } else {
                Text(shown).frame(maxWidth: .infinity, alignment: .leading)
            }
            Menu {
                Picker(field.label, selection: $field.value) {
                    ForEach(field.options, id: \.self) { Text($0.label).tag($0.value) }
                }
            } label: {
                Image(systemName: "chevron.up.chevron.down").padding(.horizontal, Space.tiny)
            }
        }
    }

    private var shown: String { field.options.first { $0.value == field.value }?.label ?? field.value }

    private var list: some View {
        Menu {
            ForEach(field.options, id: \.self) { option in
                Toggle(option.label, isOn: isChosen(option.value))
            }
        } label: {
            Text(field.options.filter { field.choices.contains($0.value) }.map(\.label).joined(separator: ", "))
                .frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .topLeading)
                .contentShape(.rect)
        }
        .menuActionDismissBehavior(.disabled)
    }

    private func isChosen(_ value: String) -> Binding<Bool> {
        Binding {
            field.choices.contains(value)
        } set: { isChosen in
            field.choices = field.options.map(\.value).filter { $0 == value ? isChosen : field.choices.contains($0) }
        }
    }
}
#endif
