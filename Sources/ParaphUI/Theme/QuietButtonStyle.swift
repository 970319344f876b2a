#if canImport(UIKit)
import SwiftUI

/// An action beside the primary one.
struct QuietButtonStyle: ButtonStyle {
    @Environment(\.theme) private var theme
    @Environment(\.isEnabled) private var isEnabled

    func makeBody(configuration: Configuration) -> some View {
        configuration.label
            .multilineTextAlignment(.center)
            .frame(maxWidth: .infinity, minHeight: Space.touch)
            .padding(.horizontal, Space.medium)
            .foregroundStyle(colour(configuration.role))
            .background(theme.surface, in: .rect(cornerRadius: theme.controlRadius))
            .overlay { RoundedRectangle(cornerRadius: theme.controlRadius).strokeBorder(theme.lineStrong) }
            .opacity(configuration.isPressed ? 0.75 : 1)
    }

    private func colour(_ role: ButtonRole?) -> ThemeColor {
        guard isEnabled else { return theme.secondary }
        return role == .destructive ? theme.bad : theme.text
    }
}

extension ButtonStyle where Self == QuietButtonStyle {
    static var quiet: QuietButtonStyle { QuietButtonStyle() }
}
#endif
