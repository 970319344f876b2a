#if canImport(UIKit)
import ParaphViewModels
import SwiftUI
import UIKit

/// The place of a screen that says what happened; VoiceOver says it as it comes.
struct NoticeArea: View {
    let screen: any WorkingScreen

    var body: some View {
        Group {
            if let notice = screen.notice {
                NoticeView(notice: notice) { await screen.retry() }
            }
        }
        .onChange(of: screen.notice) { _, notice in
            if let notice { UIAccessibility.post(notification: .announcement, argument: notice.text) }
        }
    }
}
#endif
