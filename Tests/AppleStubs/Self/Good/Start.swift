import SwiftUI

struct StartScreen: View {
    enum Step: Hashable { case register, signIn(email: String), help(URL) }
    @State private var steps: [Step] = []
    @State private var email = ""
    @State private var phase = Phase.idle
    @State private var showsPassword = false
    @State private var password = ""
    @FocusState private var focused: Bool
    @Environment(\.horizontalSizeClass) private var horizontal
    @Environment(\.accessibilityReduceTransparency) private var opaque
    @ScaledMetric private var logo = 96.0
    private enum Phase: Equatable { case idle, asking, failed(String) }

    private static let pattern = /[^@\s]+@[^@\s]+\.[^@\s]+/

    var body: some View {
        NavigationStack(path: $steps) {
            ScrollView {
                VStack(spacing: 24) {
                    Image(systemName: "signature")
                        .font(.system(size: logo, weight: .light, design: .rounded))
                        .foregroundStyle(.linearGradient(colors: [.blue, .indigo], startPoint: .topLeading, endPoint: .bottomTrailing))
                        .symbolEffect(.bounce, value: steps.count)
                        .accessibilityHidden(true)
                    Text("Paraph").font(.largeTitle.bold()).accessibilityHeading(.h1)
                    VStack(alignment: .leading) {
                        TextField("E-mail", text: $email)
                            .textFieldStyle(.plain)
                            .textContentType(.username)
                            .focused($focused)
                            .onSubmit(ask)
                            .padding(12)
                            .overlay {
                                RoundedRectangle(cornerRadius: 10).stroke(focused ? AnyShapeStyle(.tint) : AnyShapeStyle(.separator))
                            }
                        if showsPassword { SecureField("Password", text: $password).textContentType(.password) }
                        if case .failed(let text) = phase {
                            Label(text, systemImage: "xmark.octagon").foregroundStyle(.red).font(.footnote)
                        }
                    }
                    .frame(maxWidth: 420)
                    Button(action: ask) {
                        ZStack {
                            Text("Continue").opacity(phase == .asking ? 0 : 1)
                            if phase == .asking { ProgressView().tint(.white) }
                        }
                        .frame(maxWidth: 420)
                    }
                    .buttonStyle(.borderedProminent)
                    .disabled(email.wholeMatch(of: Self.pattern) == nil || phase == .asking)
                    NavigationLink("Register", value: Step.register)
                    Text("By continuing you accept the [terms](https://example.org/terms).").font(.footnote).multilineTextAlignment(.center)
                }
                .padding(horizontal == .regular ? 48 : 24)
                .containerRelativeFrame(.horizontal)
            }
            .scrollBounceBehavior(.basedOnSize)
            .background { if !opaque { Rectangle().fill(.ultraThinMaterial).ignoresSafeArea() } }
            .navigationDestination(for: Step.self, destination: destination)
            .toolbar(.hidden)
        }
        .onOpenURL { steps.append(.help($0)) }
        .defaultFocus($focused, true)
        .animation(.smooth, value: phase)
    }

    @ViewBuilder private func destination(_ step: Step) -> some View {
        switch step {
        case .register: Text("Register")
        case let .signIn(email): Text(email)
        case .help(let url): Link(destination: url) { Text(url.absoluteString) }
        }
    }

    private func ask() {
        focused = false
        phase = .asking
        Task {
            try await Task.sleep(for: .milliseconds(300))
            phase = .failed(String(localized: "No such e-mail"))
            AccessibilityNotification.Announcement("No such e-mail").post()
        }
    }
}
