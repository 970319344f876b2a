#if canImport(UIKit)
import ParaphViewModels
import SwiftUI

/// The signature is ready.
struct EnrolledView: View {
    let model: EnrolmentModel
    let onDone: () -> Void
    @Environment(\.theme) private var theme
    @Environment(\.words) private var words

    var body: some View {
        WorkScreen(model, title: words("done.title"), lead: words("done.note")) {
            if let warning = model.warning { NoticeView(notice: warning) }
            LazyVGrid(columns: [GridItem(.adaptive(minimum: 96))], spacing: Space.small) {
                ForEach(model.counted) { slot in
                    if let drawing = slot.drawing {
                        InkView(drawing: drawing, pen: slot.pen)
                            .frame(height: 64)
                            .background(theme.padPaper, in: .rect(cornerRadius: Space.small))
                    }
                }
            }
            .accessibilityElement(children: .ignore)
            .accessibilityLabel(words("draw.counted"))
        } actions: {
            Button(words("done.continue")) { onDone() }
                .buttonStyle(.main)
        }
        .navigationBarBackButtonHidden()
    }
}
#endif
