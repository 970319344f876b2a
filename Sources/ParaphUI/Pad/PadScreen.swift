#if canImport(UIKit)
import ParaphViewModels
import SwiftUI

/// A pad with its purpose above and its action below; lying down, the action stands beside the paper.
struct PadScreen<Above: View, Actions: View>: View {
    let screen: any WorkingScreen
    let title: String
    let purpose: String
    let pad: PadModel
    private let above: Above
    private let actions: Actions
    @Environment(\.theme) private var theme
    @Environment(\.verticalSizeClass) private var height

    init(
        _ screen: any WorkingScreen,
        title: String,
        purpose: String,
        pad: PadModel,
        @ViewBuilder above: () -> Above,
        @ViewBuilder actions: () -> Actions
    ) {
        self.screen = screen
        self.title = title
        self.purpose = purpose
        self.pad = pad
        self.above = above()
        self.actions = actions()
    }

    var body: some View {
        layout {
            VStack(spacing: Space.small) {
                Text(purpose)
                    .multilineTextAlignment(.center)
                    .frame(maxWidth: .infinity)
                NoticeArea(screen: screen)
                above
                if height == .compact { actions }
            }
            .frame(maxWidth: height == .compact ? 280 : .infinity)
            PadView(pad)
                .frame(maxHeight: height == .compact ? .infinity : 420)
            if height != .compact { actions }
        }
        .padding(Space.medium)
        .frame(maxWidth: 900, maxHeight: .infinity)
        .frame(maxWidth: .infinity)
        .overlay { BusyMark(isBusy: screen.isBusy) }
        .background(theme.paper)
        .foregroundStyle(theme.text)
        .tint(theme.accent)
        .navigationTitle(title)
        .navigationBarTitleDisplayMode(.inline)
    }

    private var layout: AnyLayout {
        height == .compact ? AnyLayout(HStackLayout(spacing: Space.medium)) : AnyLayout(VStackLayout(spacing: Space.medium))
    }
}
#endif
