#if canImport(UIKit)
import SwiftUI

/// The one primary action of a screen.
struct MainButtonStyle: ButtonStyle {
    @Environment(\.theme) private var theme
    @Environment(\.isEnabled) private var isEnabled

    func makeBody(configuration: Configuration) -> some View {
        configuration.label
            .font(.body.weight(.semibold))
            .multilineTextAlignment(.center)
            .frame(maxWidth: .infinity, minHeight: 50)
            .padding(.horizontal, Space.medium)
            .foregroundStyle(isEnabled ? theme.onAccent : theme.secondary)
            .background(isEnabled ? theme.accent : theme.line, in: .rect(cornerRadius: theme.controlRadius))
            .opacity(configuration.isPressed ? 0.75 : 1)
    }
}

extension ButtonStyle where Self == MainButtonStyle {
    static var main: MainButtonStyle { MainButtonStyle() }
}
#endif
