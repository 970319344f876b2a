#if canImport(UIKit)
import ParaphViewModels
import SwiftUI

/// What happened and what to do; Retry where that can help.
struct NoticeView: View {
    let notice: Notice
    var retry: (() async -> Void)?
    @Environment(\.theme) private var theme
    @Environment(\.words) private var words

    var body: some View {
        VStack(alignment: .leading, spacing: Space.small) {
            Label(notice.text, systemImage: symbol)
                .foregroundStyle(colours.text)
            if notice.isRetryable, let retry {
                Button(words("script.action.retry")) { Task { await retry() } }
                    .frame(minHeight: Space.touch)
            }
        }
        .frame(maxWidth: .infinity, alignment: .leading)
        .padding(Space.note)
        .background(colours.paper, in: .rect(cornerRadius: theme.controlRadius))
        .accessibilityElement(children: .contain)
    }

    private var symbol: String {
        switch notice.kind {
        case .bad: "xmark.octagon"
        case .warning: "exclamationmark.triangle"
        case .good: "checkmark.circle"
        case .plain: "info.circle"
        }
    }

    private var colours: (text: ThemeColor, paper: ThemeColor) {
        switch notice.kind {
        case .bad: (theme.bad, theme.badSoft)
        case .warning: (theme.warn, theme.warnSoft)
        case .good: (theme.good, theme.goodSoft)
        case .plain: (theme.text, theme.accentSoft)
        }
    }
}
#endif
