#if canImport(UIKit)
import ParaphClient
import ParaphViewModels
import SwiftUI

/// A device that the account does not know: its code is typed on one that it knows, or a recovery code is typed here.
struct NewDeviceView: View {
    let model: SignInModel
    @Environment(\.theme) private var theme
    @Environment(\.words) private var words

    var body: some View {
        WorkScreen(model, title: model.title, lead: model.lead) {
            Text(words("device.wayKnown")).font(.headline)
            VStack(alignment: .leading, spacing: Space.small) {
                step(1, words("device.step1"))
                step(2, words("device.step2"))
                step(3, words("device.step3"))
            }
            if let code = model.pending?.code {
                Text(code)
                    .font(.system(.largeTitle, design: .monospaced, weight: .semibold))
                    .kerning(4)
                    .frame(maxWidth: .infinity)
                    .padding(Space.medium)
                    .background(theme.surface, in: .rect(cornerRadius: theme.cardRadius))
                    .accessibilityLabel("\(words("device.codeLabel")) \(code.map(String.init).joined(separator: " "))")
            }
            if let link = model.pendingLink {
                Text(words("device.scan"))
                QRCodeView(text: link.absoluteString, label: words("script.handOver.code"))
                    .frame(maxWidth: 200)
                    .frame(maxWidth: .infinity)
            }
            Text(words("device.waiting")).foregroundStyle(theme.secondary)
        } actions: {
            Button(words("device.useRecovery")) { model.useRecoveryCode() }
                .buttonStyle(.quiet)
        }
        .toolbar { StartOverItem(model: model) }
        .task(id: model.pending) { await model.follow() }
    }

    private func step(_ number: Int, _ text: String) -> some View {
        Label(text, systemImage: "\(number).circle")
    }
}
#endif
