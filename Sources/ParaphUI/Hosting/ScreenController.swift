#if canImport(UIKit)
public import ParaphViewModels
public import SwiftUI
import UIKit

/// A screen for apps that are made of UIKit: to be pushed, presented, put in a popover, made a window's root or added as a child.
///
/// ```swift
/// navigation.pushViewController(ScreenController(context) { DevicesView(model) }, animated: true)
/// ```
public final class ScreenController: UIHostingController<AnyView> {
    /// Makes a controller.
    ///
    /// - Parameters:
    ///   - context: What all screens share.
    ///   - theme: How it looks.
    ///   - content: A screen.
    public init(_ context: AppContext, theme: Theme = Theme(), @ViewBuilder content: () -> some View) {
        super.init(rootView: AnyView(content().environment(\.words, context.words).environment(\.theme, theme)))
        sizingOptions = .preferredContentSize
    }

    @available(*, unavailable)
    public required dynamic init?(coder: NSCoder) { nil }
}
#endif
