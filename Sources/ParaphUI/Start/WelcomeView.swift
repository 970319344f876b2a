#if canImport(UIKit)
public import ParaphViewModels
public import SwiftUI

/// The first screen of who is not signed in.
public struct WelcomeView: View {
    let model: StartModel
    private let create: () -> Void
    private let signIn: () -> Void
    @Environment(\.theme) private var theme
    @Environment(\.words) private var words

    /// Makes the view.
    ///
    /// - Parameters:
    ///   - model: The screen.
    ///   - create: Leads to ``RegistrationView``.
    ///   - signIn: Leads to ``SignInView``.
    public init(_ model: StartModel, create: @escaping () -> Void, signIn: @escaping () -> Void) {
        self.model = model
        self.create = create
        self.signIn = signIn
    }

    public var body: some View {
        ScrollView {
            VStack(spacing: Space.medium) {
                MarkView()
                    .frame(width: 120, height: 80)
                    .padding(.top, Space.huge)
                Text(words("start.tagline")).font(.title.weight(.semibold))
                Text(model.lead).foregroundStyle(theme.secondary)
                if let notice = model.notice { NoticeView(notice: notice) }
            }
            .multilineTextAlignment(.center)
            .frame(maxWidth: theme.column)
            .padding(Space.medium)
            .frame(maxWidth: .infinity)
        }
        .safeAreaInset(edge: .bottom) {
            VStack(spacing: Space.small) {
                Button(model.createLabel) { create() }.buttonStyle(.main)
                Button(model.signInLabel) { signIn() }.buttonStyle(.quiet)
            }
            .frame(maxWidth: theme.column)
            .padding(Space.medium)
        }
        .background(theme.paper)
        .foregroundStyle(theme.text)
    }
}
#endif
