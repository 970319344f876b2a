#if canImport(UIKit)
import ParaphViewModels
import SwiftUI

/// What a screen with a list has: its notice above the rows, what is said where there are none, and pulling for news.
struct ListScreen<Value: Sendable, Rows: View>: View {
    let screen: any WorkingScreen
    let title: String
    var lead: String?
    let rows: Loadable<Value>
    var emptyText: String?
    let load: @MainActor @Sendable () async -> Void
    @ViewBuilder let content: (Value) -> Rows
    @Environment(\.theme) private var theme

    var body: some View {
        List {
            if screen.notice != nil {
                NoticeArea(screen: screen)
                    .listRowInsets(EdgeInsets())
                    .listRowBackground(Color.clear)
            }
            if let lead, emptyText == nil {
                Text(lead)
                    .foregroundStyle(theme.secondary)
                    .listRowBackground(Color.clear)
            }
            if let value = rows.value {
                content(value)
            }
        }
        .scrollContentBackground(.hidden)
        .background(theme.paper)
        .overlay {
            if let emptyText {
                ContentUnavailableView(emptyText, systemImage: "tray")
            } else if case .loading = rows {
                BusyMark(isBusy: true)
            }
        }
        .refreshable { [load] in await load() }
        .tint(theme.accent)
        .navigationTitle(title)
    }
}
#endif
