#if canImport(UIKit)
import SwiftUI

/// A group of things that belong together.
struct Card<Content: View>: View {
    @ViewBuilder let content: Content
    @Environment(\.theme) private var theme

    var body: some View {
        VStack(alignment: .leading, spacing: Space.small) { content }
            .frame(maxWidth: .infinity, alignment: .leading)
            .padding(Space.medium)
            .background(theme.surface, in: .rect(cornerRadius: theme.cardRadius))
            .overlay { RoundedRectangle(cornerRadius: theme.cardRadius).strokeBorder(theme.line) }
    }
}
#endif
