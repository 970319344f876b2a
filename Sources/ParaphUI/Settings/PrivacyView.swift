#if canImport(UIKit)
public import ParaphViewModels
import ParaphWire
public import SwiftUI

/// The consent, where the person registered, what histories tell of them, their data, and the way out.
public struct PrivacyView: View {
    let model: PrivacyModel
    private let deleteAccount: () -> Void
    @State private var isReading = false
    @State private var asked: Act?
    @Environment(\.theme) private var theme
    @Environment(\.words) private var words

    private enum Act: Hashable { case withdraw, place, circumstances }

    /// Makes the view.
    ///
    /// - Parameters:
    ///   - model: The screen.
    ///   - deleteAccount: Leads to ``DeleteAccountView``.
    public init(_ model: PrivacyModel, deleteAccount: @escaping () -> Void) {
        self.model = model
        self.deleteAccount = deleteAccount
    }

    public var body: some View {
        WorkScreen(model, title: model.title) {
            if let contents = model.contents.value {
                consent(contents)
                place(contents)
                circumstances(contents)
                export
            }
        } actions: {
            Button(words("delete.title"), role: .destructive) { deleteAccount() }.buttonStyle(.quiet)
        }
        .sheet(isPresented: $isReading) { ConsentView(text: model.contents.value?.consent.text ?? "") }
        .alert(asked.map(question)?.title ?? "", isPresented: isAsking, presenting: asked) { act in
            Button(question(act).verb, role: .destructive) { Task { await perform(act) } }
            Button(words("action.cancel"), role: .cancel) {}
        } message: { act in
            Text(question(act).consequence)
        }
        .modifier(ApprovalSheet(approval: model.approval) { await model.cancelApproval() })
        .task { await model.load() }
        .onDisappear { if let file = model.exported { try? FileManager.default.removeItem(at: file) } }
    }

    private func consent(_ contents: PrivacyModel.Contents) -> some View {
        Card {
            Text(model.consentTitle).font(.headline)
            if let text = model.consentText { Text(text) }
            if let at = contents.givenAt { MomentText(at).foregroundStyle(theme.secondary) }
            if let version = contents.versionLine { Text(version).font(.footnote).foregroundStyle(theme.secondary) }
            Button(words("register.consentRead")) { isReading = true }.frame(minHeight: Space.touch)
            if contents.givenAt == nil {
                Button(model.giveLabel) { Task { await model.giveConsent() } }.buttonStyle(.main)
            } else {
                Button(model.withdrawQuestion.verb, role: .destructive) { asked = .withdraw }.frame(minHeight: Space.touch)
            }
        }
    }

    @ViewBuilder private func place(_ contents: PrivacyModel.Contents) -> some View {
        if let place = contents.place {
            Card {
                Text(model.placeTitle).font(.headline)
                Text(place)
                Text(model.placeNote).font(.footnote).foregroundStyle(theme.secondary)
                Button(model.placeQuestion.verb, role: .destructive) { asked = .place }.frame(minHeight: Space.touch)
            }
        }
    }

    private func circumstances(_ contents: PrivacyModel.Contents) -> some View {
        Card {
            Text(model.circumstancesTitle).font(.headline)
            Text(model.circumstancesText)
            if contents.isTold {
                Button(model.circumstancesQuestion.verb, role: .destructive) { asked = .circumstances }.frame(minHeight: Space.touch)
            }
        }
    }

    private var export: some View {
        Card {
            Text(model.exportTitle).font(.headline)
            Text(model.exportNote).foregroundStyle(theme.secondary)
            if let file = model.exported {
                ShareLink(words("documents.share"), item: file).frame(minHeight: Space.touch)
            } else {
                Button(model.exportLabel) {
                    Task { await model.export(to: .temporaryDirectory.appending(path: "paraph.json")) }
                }
                .frame(minHeight: Space.touch)
                .disabled(model.isBusy)
            }
        }
    }

    private var isAsking: Binding<Bool> {
        Binding {
            asked != nil
        } set: { isAsking in
            if !isAsking { asked = nil }
        }
    }

    private func question(_ act: Act) -> PrivacyModel.Question {
        switch act {
        case .withdraw: model.withdrawQuestion
        case .place: model.placeQuestion
        case .circumstances: model.circumstancesQuestion
        }
    }

    private func perform(_ act: Act) async {
        switch act {
        case .withdraw: await model.withdrawConsent()
        case .place: await model.removePlace()
        case .circumstances: await model.stopCircumstances()
        }
    }
}
#endif
