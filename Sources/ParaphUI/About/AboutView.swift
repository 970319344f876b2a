#if canImport(UIKit)
public import ParaphViewModels
public import SwiftUI

/// What Paraph is, and whose copy this is.
public struct AboutView: View {
    let model: AboutModel
    @Environment(\.theme) private var theme

    /// Makes the view.
    public init(_ model: AboutModel) {
        self.model = model
    }

    public var body: some View {
        ScrollView {
            VStack(alignment: .leading, spacing: Space.medium) {
                MarkView().frame(width: 120, height: 80)
                ForEach(model.paragraphs, id: \.self) { Text($0) }
                ForEach(model.facts, id: \.self) { Text($0).foregroundStyle(theme.secondary) }
                Text(model.licence).foregroundStyle(theme.secondary)
            }
            .textSelection(.enabled)
            .frame(maxWidth: theme.column, alignment: .leading)
            .padding(Space.medium)
            .frame(maxWidth: .infinity)
        }
        .background(theme.paper)
        .foregroundStyle(theme.text)
        .navigationTitle(model.title)
    }
}
#endif
