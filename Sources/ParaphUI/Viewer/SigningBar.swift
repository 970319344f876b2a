#if canImport(UIKit)
import ParaphViewModels
import SwiftUI

/// What comes next on the way to a signed document, below the pages: choose, adjust, save.
struct SigningBar: View {
    @Bindable var signing: DocumentSigningModel
    /// The page in sight.
    let current: Int
    @Environment(\.theme) private var theme
    @Environment(\.words) private var words

    var body: some View {
        VStack(spacing: Space.small) {
            NoticeArea(screen: signing)
            if let warning = signing.warning, signing.step == .placed { told(warning) }
            if !signing.hint.isEmpty { Text(signing.hint).font(.subheadline).foregroundStyle(theme.secondary) }
            switch signing.step {
            case .idle where signing.copyOffer != nil: copying
            case .idle, .pad:
                Button(signing.beginLabel) { Task { await signing.begin() } }
                    .buttonStyle(.main)
            case .choosing: choosing
            case .placed: placed
            }
        }
        .disabled(signing.isBusy)
        .overlay { BusyMark(isBusy: signing.isBusy) }
        .alert(signing.question?.title ?? "", isPresented: isAsking, presenting: signing.question) { question in
            Button(question.yes) { Task { await signing.signAnyway() } }
            Button(question.no, role: .cancel) { signing.fillIn() }
        } message: { question in
            Text(question.names)
        }
    }

    private var isAsking: Binding<Bool> {
        Binding {
            signing.question != nil
        } set: { isAsking in
            if !isAsking, signing.question != nil { signing.fillIn() }
        }
    }

    /// The document is not signed as it is.
    @ViewBuilder private var copying: some View {
        if let offer = signing.copyOffer {
            Text(offer.text)
                .font(.subheadline)
                .foregroundStyle(theme.warn)
                .frame(maxWidth: .infinity, alignment: .leading)
                .padding(Space.note)
                .background(theme.warnSoft, in: .rect(cornerRadius: theme.controlRadius))
            Button(offer.action) { Task { await signing.makeCopy() } }.buttonStyle(.main)
        }
    }

    private var choosing: some View {
        HStack(spacing: Space.small) {
            Button(signing.cancelLabel) { Task { await signing.cancel() } }.buttonStyle(.quiet)
            if signing.isAnywhere {
                Button(signing.middleLabel) { Task { await signing.chooseMiddle(of: current) } }.buttonStyle(.quiet)
            }
        }
    }

    /// What the next reader will be told too.
    private func told(_ warning: PlacementWarning) -> some View {
        VStack(alignment: .leading, spacing: Space.small) {
            Label(warning.text, systemImage: warning.isRefused ? "xmark.octagon" : "exclamationmark.triangle")
                .foregroundStyle(warning.isRefused ? theme.bad : theme.warn)
            if warning.canMoveAway {
                Button(signing.moveAwayLabel) { Task { await signing.moveAway() } }.frame(minHeight: Space.touch)
            }
        }
        .font(.subheadline)
        .frame(maxWidth: .infinity, alignment: .leading)
        .padding(Space.note)
        .background(warning.isRefused ? theme.badSoft : theme.warnSoft, in: .rect(cornerRadius: theme.controlRadius))
    }

    private var placed: some View {
        VStack(spacing: Space.small) {
            if signing.needsPassword {
                SecureField(words("files.password"), text: $signing.password)
                    .textContentType(.password)
                    .padding(.horizontal, Space.note)
                    .frame(minHeight: Space.touch)
                    .background(theme.surface, in: .rect(cornerRadius: theme.controlRadius))
                Text(words("files.passwordNote")).font(.footnote).foregroundStyle(theme.secondary)
            }
            if !signing.isFixed { CircumstancesView(signing: signing) }
            HStack(spacing: Space.small) {
                Button(signing.removeLabel, role: .destructive) { signing.remove() }
                    .buttonStyle(.quiet)
                    .disabled(signing.isFixed)
                Button(signing.saveLabel) { Task { await signing.save() } }
                    .buttonStyle(.main)
                    .disabled(signing.warning?.isRefused == true)
            }
        }
    }
}
#endif
