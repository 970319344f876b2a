#if canImport(UIKit)
import ParaphViewModels
import ParaphWire
import SwiftUI

/// Undo and Erase at the left, the pens at the right.
struct PadTools: View {
    @Bindable var pad: PadModel
    @Environment(\.theme) private var theme
    @Environment(\.words) private var words

    var body: some View {
        HStack {
            Button(words("pad.undo"), systemImage: "arrow.uturn.backward") { pad.undo() }
                .disabled(!pad.isErasable)
            Button(words("pad.erase"), systemImage: "eraser") { pad.erase() }
                .disabled(!pad.isErasable)
            Spacer()
            pen(.blue, words("pad.blue"))
            pen(.black, words("pad.black"))
        }
        .labelStyle(.iconOnly)
        .buttonStyle(PadToolStyle())
    }

    private func pen(_ pen: InkColor, _ label: String) -> some View {
        Button {
            pad.pen = pen
        } label: {
            Circle()
                .fill(theme.colour(of: pen))
                .frame(width: 22, height: 22)
                .padding(Space.tiny)
                .background(theme.padPaper, in: .circle)
                .overlay { Circle().strokeBorder(pad.pen == pen ? theme.accent : theme.line, lineWidth: pad.pen == pen ? 3 : 1) }
        }
        .accessibilityLabel(label)
        .accessibilityAddTraits(pad.pen == pen ? .isSelected : [])
    }
}

/// A tool that is touched with the hand that draws.
private struct PadToolStyle: ButtonStyle {
    @Environment(\.theme) private var theme
    @Environment(\.isEnabled) private var isEnabled

    func makeBody(configuration: Configuration) -> some View {
        configuration.label
            .foregroundStyle(isEnabled ? theme.accent : theme.secondary)
            .frame(minWidth: Space.touch, minHeight: Space.touch)
            .contentShape(.rect)
            .opacity(configuration.isPressed ? 0.6 : 1)
    }
}
#endif
