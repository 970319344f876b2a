#if canImport(UIKit)
import ParaphViewModels
import SwiftUI

/// What a signed document is worth: a line above the pages, and what there is to know under it.
struct VerdictBanner: View {
    let model: VerdictModel
    let showPage: (Int) -> Void
    let showHistory: ((String) -> Void)?
    @State private var isOpen = false
    @Environment(\.theme) private var theme
    @Environment(\.words) private var words

    var body: some View {
        VStack(alignment: .leading, spacing: Space.small) {
            NoticeArea(screen: model)
            switch model.verdict {
            case .loading: Label(model.checkingText, systemImage: "hourglass").foregroundStyle(theme.secondary)
            case .failed: EmptyView()
            case .loaded(let verdict): told(verdict)
            }
        }
        .frame(maxWidth: .infinity, alignment: .leading)
        .padding(.horizontal, Space.medium)
        .padding(.vertical, Space.small)
        .background(theme.paper)
    }

    private func told(_ verdict: DocumentVerdict) -> some View {
        DisclosureGroup(isExpanded: $isOpen) {
            ScrollView { details(verdict) }
                .frame(maxHeight: 280)
        } label: {
            Label(verdict.title, systemImage: symbol(verdict.tone))
                .font(.headline)
                .foregroundStyle(colour(verdict.tone))
        }
        .onAppear { isOpen = verdict.isOpen }
    }

    private func details(_ verdict: DocumentVerdict) -> some View {
        VStack(alignment: .leading, spacing: Space.note) {
            ForEach(verdict.notes, id: \.self) { Text($0) }
            ForEach(verdict.changes, id: \.self) { change in
                line(change.title, change.note) {
                    if let page = change.page { Button(model.label(ofPage: page)) { showPage(page) }.frame(minHeight: Space.touch) }
                }
            }
            ForEach(verdict.signers, id: \.self) { signer in
                line(signer.name, nil) {
                    Text(signer.text).foregroundStyle(signer.isMatch ? theme.good : theme.warn)
                    MomentText(signer.at).foregroundStyle(theme.secondary)
                }
            }
            ForEach(verdict.seals, id: \.self) { seal in
                line(seal.title, seal.reason) {
                    Text(seal.text).foregroundStyle(colour(seal.tone))
                    if let at = seal.sealedAt { MomentText(at).foregroundStyle(theme.secondary) }
                }
            }
            if let unjudged = verdict.unjudged {
                line(unjudged, nil) {
                    Button(model.checkMoreLabel) { Task { await model.checkMore() } }
                        .frame(minHeight: Space.touch)
                        .disabled(model.isBusy)
                }
            }
            if let id = verdict.historyID, let showHistory {
                Button(model.historyLabel) { showHistory(id) }.frame(minHeight: Space.touch)
            }
        }
        .font(.subheadline)
        .frame(maxWidth: .infinity, alignment: .leading)
        .padding(.vertical, Space.small)
    }

    private func line(_ title: String, _ note: String?, @ViewBuilder more: () -> some View) -> some View {
        VStack(alignment: .leading, spacing: Space.tiny) {
            Text(title).font(.subheadline.weight(.semibold))
            if let note { Text(note).foregroundStyle(theme.secondary) }
            more()
        }
    }

    private func symbol(_ tone: DocumentVerdict.Tone) -> String {
        switch tone {
        case .good: "checkmark.seal"
        case .warning: "exclamationmark.triangle"
        case .bad: "xmark.octagon"
        }
    }

    private func colour(_ tone: DocumentVerdict.Tone) -> ThemeColor {
        switch tone {
        case .good: theme.good
        case .warning: theme.warn
        case .bad: theme.bad
        }
    }
}
#endif
