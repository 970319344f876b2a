#if canImport(UIKit)
import ParaphViewModels
import SwiftUI

/// A moment as people say it; the exact one on tap and for VoiceOver.
struct MomentText: View {
    let moment: Date
    @State private var isExact = false
    @Environment(\.words) private var words

    init(_ moment: Date) {
        self.moment = moment
    }

    var body: some View {
        Text(isExact ? exact : relative)
            .onTapGesture { isExact.toggle() }
            .accessibilityLabel(exact)
    }

    private var locale: Locale { Locale(identifier: words.language.rawValue) }
    private var exact: String { moment.formatted(.dateTime.day().month().year().hour().minute().locale(locale)) }
    private var relative: String {
        let style = RelativeDateTimeFormatter()
        style.locale = locale
        return style.localizedString(for: moment, relativeTo: .now)
    }
}
#endif
