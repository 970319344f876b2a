#if canImport(UIKit)
public import ParaphViewModels
public import SwiftUI

/// A program's request: what is agreed to comes first, Decline is as large as Sign.
public struct RequestView: View {
    @Bindable var model: RequestModel
    @State private var isReporting = false
    @Environment(\.theme) private var theme
    @Environment(\.scenePhase) private var phase
    @Environment(\.words) private var words

    /// Makes the view.
    public init(_ model: RequestModel) {
        self.model = model
    }

    public var body: some View {
        Group {
            if let signing = model.signing {
                SigningView(signing, title: model.title)
            } else {
                question
            }
        }
        .keepingDraft(of: model)
        .task { await model.restore() }
        // The person may be back from where the request came from.
        .task(id: phase) {
            while phase == .active, !model.isOver, !Task.isCancelled {
                await model.look()
                try? await Task.sleep(for: .seconds(model.secondsToLook(at: .now)))
            }
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
                Text(model.askedLabel)
                MomentText(model.askedAt)
            }
            .foregroundStyle(theme.secondary)
            clock
            if model.asksCode { code }
            if !model.fingerprints.isEmpty { fingerprints }
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
    }

    /// Until when it can be answered, and how long that is.
    private var clock: some View {
        TimelineView(.periodic(from: .now, by: 1)) { timeline in
            HStack(spacing: Space.tiny) {
                Text(model.untilLabel)
                Text(model.expiresAt.formatted(.dateTime.hour().minute().locale(Locale(identifier: words.language.rawValue))))
                if let left = model.leftLabel(at: timeline.date) {
                    Text(left)
                        .fontWeight(.semibold)
                        .monospacedDigit()
                        .foregroundStyle(model.isShort(at: timeline.date) ? theme.bad : theme.text)
                }
            }
            .foregroundStyle(theme.secondary)
            .accessibilityElement(children: .combine)
            .accessibilityAddTraits(.updatesFrequently)
        }
    }

    private var code: some View {
        VStack(alignment: .leading, spacing: Space.tiny) {
            Text(model.codeLabel).font(.subheadline).accessibilityHidden(true)
            TextField(model.codeLabel, text: $model.code)
                .font(.title2)
                .monospacedDigit()
                .keyboardType(.numberPad)
                .padding(.horizontal, Space.note)
                .frame(minHeight: Space.touch)
                .background(theme.surface, in: .rect(cornerRadius: theme.controlRadius))
                .overlay { RoundedRectangle(cornerRadius: theme.controlRadius).strokeBorder(theme.lineStrong) }
                .accessibilityHint(model.codeHint)
            Text(model.codeHint).font(.footnote).foregroundStyle(theme.secondary).accessibilityHidden(true)
        }
        .disabled(model.isOver)
    }

    private var fingerprints: some View {
        DisclosureGroup(model.fingerprintsTitle) {
            ForEach(model.fingerprints, id: \.self) { fingerprint in
                Text(fingerprint)
                    .font(.system(.footnote, design: .monospaced))
                    .textSelection(.enabled)
                    .frame(maxWidth: .infinity, alignment: .leading)
            }
        }
    }
}
#endif
