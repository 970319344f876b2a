#if canImport(UIKit)
public import ParaphViewModels
public import SwiftUI

/// A program's request: what is agreed to comes first, Decline is as large as Sign.
public struct RequestView: View {
    let model: RequestModel
    @State private var isReporting = false
    @Environment(\.theme) private var theme
    @Environment(\.words) private var words

    /// Makes the view.
    public init(_ model: RequestModel) {
        self.model = model
    }

    public var body: some View {
        if let signing = model.signing {
            SigningView(signing, title: model.title)
        } else {
            question
        }
    }

    private var question: some View {
        WorkScreen(model, title: model.title, lead: model.note) {
            ForEach(model.facts, id: \.self) { fact in
                VStack(alignment: .leading, spacing: Space.tiny) {
                    Text(fact.label).font(.subheadline).foregroundStyle(theme.secondary)
                    Text(fact.value).font(.title3.weight(.semibold))
                }
                .accessibilityElement(children: .combine)
            }
            HStack(spacing: Space.tiny) {
                Text(words("request.asked"))
                MomentText(model.askedAt)
            }
            .foregroundStyle(theme.secondary)
            DisclosureGroup(model.fingerprintsTitle) {
                ForEach(model.fingerprints, id: \.self) { fingerprint in
                    Text(fingerprint)
                        .font(.system(.footnote, design: .monospaced))
                        .textSelection(.enabled)
                        .frame(maxWidth: .infinity, alignment: .leading)
                }
            }
            Button(model.reportLabel, role: .destructive) { isReporting = true }.frame(minHeight: Space.touch)
        } actions: {
            HStack(spacing: Space.small) {
                Button(model.declineLabel) { Task { await model.decline() } }
                    .buttonStyle(.quiet)
                Button(model.signLabel) { Task { await model.sign() } }
                    .buttonStyle(.main)
            }
            .disabled(model.isOver)
        }
        .alert(words("request.reportAsk"), isPresented: $isReporting) {
            Button(model.reportLabel, role: .destructive) { Task { await model.report() } }
            Button(words("action.cancel"), role: .cancel) {}
        } message: {
            Text(words("request.reportNote"))
        }
        .task {
            // It waits for a few minutes only.
            try? await Task.sleep(for: .seconds(max(0, model.expiresAt.timeIntervalSinceNow)))
            if !Task.isCancelled { await model.look() }
        }
    }
}
#endif
