#if canImport(UIKit)
public import ParaphViewModels
public import SwiftUI
import UIKit

/// How many recovery codes are left, and new ones, which are shown once.
public struct RecoveryCodesView: View {
    @Bindable private var model: RecoveryCodesModel
    @State private var file: URL?
    @Environment(\.dismiss) private var dismiss
    @Environment(\.theme) private var theme
    @Environment(\.words) private var words

    /// Makes the view.
    public init(_ model: RecoveryCodesModel) {
        self.model = model
    }

    public var body: some View {
        WorkScreen(model, title: model.title, lead: model.lead) {
            if let codes = model.codes { shown(codes) } else if let left = model.left.value { Text(left) }
        } actions: {
            if model.codes == nil {
                Text(model.renewNote).font(.footnote).foregroundStyle(theme.secondary)
                Button(model.renewLabel) { Task { await model.renew() } }.buttonStyle(.main)
            } else {
                Button(words("action.done")) {
                    if model.leave() { dismiss() }
                }
                .buttonStyle(.main)
            }
        }
        .navigationBarBackButtonHidden(model.codes != nil)
        .interactiveDismissDisabled(model.codes != nil)
        .modifier(ApprovalSheet(approval: model.approval) { await model.cancelApproval() })
        .task { await model.load() }
        .onChange(of: model.codes) { _, _ in write() }
        .onDisappear { erase() }
    }

    private func shown(_ codes: [String]) -> some View {
        VStack(alignment: .leading, spacing: Space.note) {
            Card {
                ForEach(codes, id: \.self) { code in
                    Text(code)
                        .font(.system(.body, design: .monospaced))
                        .textSelection(.enabled)
                }
            }
            .privacySensitive()
            HStack(spacing: Space.small) {
                if let file {
                    ShareLink(item: file) { Text(model.saveLabel) }
                        .buttonStyle(.quiet)
                        .simultaneousGesture(TapGesture().onEnded { model.isStored = true })
                }
                Button(model.copyLabel) { copy() }.buttonStyle(.quiet)
            }
            Toggle(model.storedLabel, isOn: $model.isStored)
        }
    }

    /// The text leaves the clipboard after a few minutes, and goes to no other device.
    private func copy() {
        guard let text = model.storedText else { return }
        UIPasteboard.general.setItems(
            [["public.utf8-plain-text": text]],
            options: [.localOnly: true, .expirationDate: Date(timeIntervalSinceNow: 300)]
        )
        model.isStored = true
    }

    private func write() {
        erase()
        guard let text = model.storedText else { return }
        let target = URL.temporaryDirectory.appending(path: model.fileName)
        guard (try? Data(text.utf8).write(to: target, options: [.atomic, .completeFileProtection])) != nil else { return }
        file = target
    }

    private func erase() {
        if let file { try? FileManager.default.removeItem(at: file) }
        file = nil
    }
}
#endif
