#if canImport(UIKit)
import ParaphViewModels
import SwiftUI

/// The samples so far: each can be tapped to draw it again.
struct SlotRow: View {
    let model: EnrolmentModel
    @Environment(\.theme) private var theme
    @Environment(\.words) private var words

    var body: some View {
        ScrollViewReader { reader in
            ScrollView(.horizontal) {
                HStack(spacing: Space.small) {
                    ForEach(Array(model.slots.enumerated()), id: \.element.id) { index, slot in
                        Button {
                            model.choose(index)
                        } label: {
                            thumbnail(slot, isCurrent: index == model.current)
                        }
                        .buttonStyle(.plain)
                        .disabled(!model.isChoosable(index))
                        .accessibilityLabel(model.label(of: index))
                        .accessibilityAddTraits(index == model.current ? .isSelected : [])
                        .id(index)
                    }
                }
                .padding(.vertical, Space.tiny)
            }
            .scrollIndicators(.hidden)
            .onChange(of: model.current) { _, current in reader.scrollTo(current) }
        }
        .accessibilityElement(children: .contain)
        .accessibilityLabel(words("draw.given"))
    }

    private func thumbnail(_ slot: EnrolmentSlot, isCurrent: Bool) -> some View {
        ZStack(alignment: .topTrailing) {
            if let drawing = slot.drawing { InkView(drawing: drawing, pen: slot.pen) }
            mark(slot.state)
        }
        .frame(width: 64, height: Space.touch)
        .background(theme.padPaper, in: .rect(cornerRadius: Space.small))
        .overlay {
            RoundedRectangle(cornerRadius: Space.small).strokeBorder(isCurrent ? theme.accent : theme.line, lineWidth: isCurrent ? 2 : 1)
        }
    }

    @ViewBuilder private func mark(_ state: EnrolmentSlot.State) -> some View {
        switch state {
        case .open, .given: EmptyView()
        case .doubted: Image(systemName: "questionmark.circle.fill").foregroundStyle(theme.warn)
        case .refused: Image(systemName: "exclamationmark.circle.fill").foregroundStyle(theme.bad)
        }
    }
}
#endif
