#if canImport(UIKit)
public import ParaphViewModels
public import SwiftUI

/// Another language, also for letters.
public struct LanguageView: View {
    let model: LanguageModel
    @Environment(\.theme) private var theme

    /// Makes the view.
    public init(_ model: LanguageModel) {
        self.model = model
    }

    public var body: some View {
        List(Words.Language.allCases, id: \.self) { language in
            Button {
                Task { await model.choose(language) }
            } label: {
                HStack {
                    Text(model.label(of: language))
                    Spacer()
                    if language == model.chosen { Image(systemName: "checkmark").foregroundStyle(theme.accent) }
                }
                .frame(minHeight: Space.touch)
                .contentShape(.rect)
            }
            .buttonStyle(.plain)
            .accessibilityAddTraits(language == model.chosen ? .isSelected : [])
        }
        .scrollContentBackground(.hidden)
        .background(theme.paper)
        .navigationTitle(model.title)
    }
}
#endif
