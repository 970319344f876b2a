import SwiftUI

@Observable
final class EnrolmentModel {
    let needed = 10
    var samples: [[[PadPoint]]] = []
    var current: [[PadPoint]] = []
    var progress: Double?
    var outcome: Outcome?
    enum Outcome: Identifiable, Equatable {
        case created
        case more(Int)
        var id: String { String(describing: self) }
    }
    func keep() {}
    func send(report: @escaping @Sendable (Double) -> Void) async throws {}
}

struct EnrolmentScreen: View {
    @State var model = EnrolmentModel()
    @State private var task: Task<Void, Never>?
    @State private var page = 0
    @State private var isAsking = false
    @AccessibilityFocusState private var isHeadingFocused: Bool
    @Environment(\.dismiss) private var dismiss
    @Environment(\.verticalSizeClass) private var verticalSizeClass

    var body: some View {
        let layout = verticalSizeClass == .compact ? AnyLayout(HStackLayout(spacing: 16)) : AnyLayout(VStackLayout(alignment: .leading))
        layout {
            VStack(alignment: .leading, spacing: 4) {
                Text("Signature \(model.samples.count + 1) of \(model.needed)")
                    .font(.title2.weight(.semibold))
                    .contentTransition(.numericText(value: Double(model.samples.count)))
                    .accessibilityAddTraits(.isHeader)
                    .accessibilityFocused($isHeadingFocused)
                ProgressView(value: Double(model.samples.count), total: Double(model.needed))
                    .progressViewStyle(.linear)
                    .accessibilityValue("\(model.samples.count) of \(model.needed)")
                dots
            }
            SignaturePad(strokes: $model.current, color: .blue)
                .frame(minHeight: 180, maxHeight: .infinity)
                .layoutPriority(1)
        }
        .padding()
        .safeAreaInset(edge: .bottom, spacing: 0) { buttons }
        .overlay {
            if let progress = model.progress {
                ProgressView("Sending…", value: progress)
                    .padding(24)
                    .background(.ultraThickMaterial, in: .rect(cornerRadius: 16))
                    .transition(.scale.combined(with: .opacity))
            }
        }
        .alert(item: model.outcome)
        .confirmationDialog("Leave?", isPresented: $isAsking) {
            Button("Leave", role: .destructive) {
                task?.cancel()
                dismiss()
            }
        }
        .interactiveDismissDisabled()
        .sensoryFeedback(trigger: model.outcome) { _, new in new == .created ? .success : .warning }
        .onAppear { isHeadingFocused = true }
        .onDisappear { task?.cancel() }
        .statusBarHidden(verticalSizeClass == .compact)
        .persistentSystemOverlays(.hidden)
    }

    private var dots: some View {
        HStack(spacing: 6) {
            ForEach(0..<model.needed, id: \.self) { index in
                Circle()
                    .fill(index < model.samples.count ? Color.accentColor : Color.secondary.opacity(0.3))
                    .frame(width: 8, height: 8)
                    .scaleEffect(index == model.samples.count ? 1.3 : 1)
            }
        }
        .animation(.spring(duration: 0.3), value: model.samples.count)
        .accessibilityHidden(true)
    }

    private var buttons: some View {
        HStack {
            Button("Cancel", role: .cancel) { isAsking = true }
            Button {
                model.keep()
                if model.samples.count == model.needed { task = Task { await send() } }
            } label: {
                Text("Next").frame(maxWidth: .infinity)
            }
            .buttonStyle(.borderedProminent)
            .keyboardShortcut(.defaultAction)
            .disabled(model.current.isEmpty)
        }
        .controlSize(.large)
        .padding()
        .background(.bar)
    }

    private func send() async {
        do {
            try await model.send { done in Task { @MainActor in model.progress = done } }
        } catch {
            model.progress = nil
        }
    }
}

extension View {
    fileprivate func alert(item: EnrolmentModel.Outcome?) -> some View {
        alert(Text("Signature"), isPresented: .constant(item != nil), presenting: item) { _ in
            Button("OK") {}
        } message: { outcome in
            switch outcome {
            case .created: Text("It was created.")
            case .more(let count): Text("Draw \(count) more.")
            }
        }
    }
}
