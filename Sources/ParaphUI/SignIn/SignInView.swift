#if canImport(UIKit)
public import ParaphViewModels
public import SwiftUI

/// Signing in: who it is, the pad, and on a new device how to make it known.
public struct SignInView: View {
    let model: SignInModel

    /// Makes the view.
    public init(_ model: SignInModel) {
        self.model = model
    }

    public var body: some View {
        Group {
            switch model.step {
            case .who: IdentifierView(model: model)
            case .pad: pad
            case .device: NewDeviceView(model: model)
            case .recovery: recovery
            }
        }
        .task { await model.load() }
    }

    @ViewBuilder private var pad: some View {
        if let signing = model.signing {
            SigningView(signing, title: model.title) {
                model.useRecoveryCode()
            } addAnew: {
                await model.addAnew()
            }
            .toolbar { StartOverItem(model: model) }
        }
    }

    private var recovery: some View {
        RecoveryCodeView(screen: model, title: model.title, lead: model.lead, field: model.recoveryCode) {
            await model.recover()
        } back: {
            model.leaveRecovery()
        }
    }
}
#endif
