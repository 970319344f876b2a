#if canImport(UIKit)
public import ParaphViewModels
public import SwiftUI

/// What an app shows first: the way to an account and a signature, and then what the app has for people who are signed in.
///
/// ```swift
/// StartView(context) { DocumentsScreen() }
/// ```
public struct StartView<SignedIn: View>: View {
    private enum Way: Hashable { case create, signIn }

    private let context: AppContext
    private let passkeys: (any PasskeyMaker)?
    private let content: (StartModel) -> SignedIn
    @State private var model: StartModel
    @State private var path: [Way] = []
    @Environment(\.theme) private var theme

    /// Makes the view.
    ///
    /// - Parameters:
    ///   - context: What all screens share.
    ///   - passkeys: ``SystemPasskeys``, where the app is associated with the server's domain; without it no passkey is offered.
    ///   - content: What people see who are signed in and have a signature.
    public init(
        _ context: AppContext,
        passkeys: (any PasskeyMaker)? = nil,
        @ViewBuilder content: @escaping (StartModel) -> SignedIn
    ) {
        self.context = context
        self.passkeys = passkeys
        self.content = content
        _model = State(initialValue: StartModel(context))
    }

    public var body: some View {
        Group {
            switch model.destination {
            case .initialising: Rectangle().fill(theme.paper).ignoresSafeArea()
            case .welcome: welcome
            case .enrol: NavigationStack { EnrolScreen(context: context) }
            case .documents: content(model)
            }
        }
        .environment(\.words, context.words)
        .environment(\.locale, Locale(identifier: context.words.language.rawValue))
        .task { await model.follow() }
        .onChange(of: model.destination) { path = model.beginsWithSignIn ? [.signIn] : [] }
    }

    private var welcome: some View {
        NavigationStack(path: $path) {
            WelcomeView(model) {
                path = [.create]
            } signIn: {
                path = [.signIn]
            }
            .navigationDestination(for: Way.self) { way in
                switch way {
                case .create: RegisterScreen(context: context)
                case .signIn: SignInScreen(context: context, passkeys: passkeys)
                }
            }
        }
    }
}
#endif
