#if canImport(UIKit)
import ParaphViewModels
import SwiftUI

/// What a screen of one question has: a column that scrolls, its notice above, its actions at the thumb.
///
/// It brings no navigation of its own, so that it can be pushed, presented, put in a popover or embedded.
struct WorkScreen<Content: View, Actions: View>: View {
    let screen: any WorkingScreen
    let title: String
    let lead: String?
    private let content: Content
    private let actions: Actions
    @Environment(\.theme) private var theme

    init(
        _ screen: any WorkingScreen,
        title: String,
        lead: String? = nil,
        @ViewBuilder content: () -> Content,
        @ViewBuilder actions: () -> Actions
    ) {
        self.screen = screen
        self.title = title
        self.lead = lead
        self.content = content()
        self.actions = actions()
    }

    var body: some View {
        ScrollView {
            VStack(alignment: .leading, spacing: Space.medium) {
                if let lead { Text(lead).foregroundStyle(theme.secondary) }
                NoticeArea(screen: screen)
                content
            }
            .frame(maxWidth: theme.column, alignment: .leading)
            .padding(Space.medium)
            .frame(maxWidth: .infinity)
        }
        .scrollDismissesKeyboard(.interactively)
        .safeAreaInset(edge: .bottom) {
            VStack(spacing: Space.small) { actions }
                .disabled(screen.isBusy)
                .frame(maxWidth: theme.column)
                .padding(Space.medium)
                .frame(maxWidth: .infinity)
                .background(theme.paper)
        }
        .overlay { BusyMark(isBusy: screen.isBusy) }
        .background(theme.paper)
        .foregroundStyle(theme.text)
        .tint(theme.accent)
        .navigationTitle(title)
        .navigationBarTitleDisplayMode(.inline)
    }
}
#endif
