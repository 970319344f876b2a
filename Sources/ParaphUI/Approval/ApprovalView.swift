#if canImport(UIKit)
public import ParaphViewModels
public import SwiftUI

/// Approving something weighty: with a signature, a recovery code or a mailed code.
public struct ApprovalView: View {
    let model: ApprovalModel
    @Environment(\.theme) private var theme
    @Environment(\.words) private var words

    /// Makes the view; its model is started by who shows it.
    public init(_ model: ApprovalModel) {
        self.model = model
    }

    public var body: some View {
        switch model.step {
        case .loading:
            WorkScreen(model, title: model.title) {
                EmptyView()
            } actions: {
                EmptyView()
            }
        case .pad:
            if let signing = model.signing {
                SigningView(signing, title: model.title, useRecoveryCode: model.offersRecoveryCode ? { model.useRecoveryCode() } : nil)
            }
        case .recovery:
            RecoveryCodeView(
                screen: model,
                title: model.title,
                lead: model.lead,
                field: model.recoveryCode,
                send: { await model.approve() },
                back: model.offersPad ? { model.usePad() } : nil
            )
        case .mail: mail
        case .code:
            RecoveryCodeView(screen: model, title: model.title, lead: model.lead, field: model.mailedCode, send: { await model.approve() })
        }
    }

    private var mail: some View {
        WorkScreen(model, title: model.title, lead: model.lead) {
            if let moment = model.mailableAt {
                Text(model.waitText(until: moment.formatted(date: .abbreviated, time: .shortened)))
            }
        } actions: {
            Button(words("approval.mailAsk")) { Task { await model.mailCode() } }
                .buttonStyle(.main)
        }
    }
}
#endif
