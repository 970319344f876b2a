import SwiftUI

private struct TintKey: EnvironmentKey {
    static let defaultValue = Color.accentColor
}

extension EnvironmentValues {
    var sampleTint: Color {
        get { self[TintKey.self] }
        set { self[TintKey.self] = newValue }
    }
}

extension EnvironmentValues {
    @Entry var cardPadding: CGFloat = 16
    @Entry var highlighted: String?
}

struct CardModifier: ViewModifier {
    @Environment(\.colorScheme) private var colorScheme
    @Environment(\.dynamicTypeSize) private var typeSize
    var padding: CGFloat = 16

    func body(content: Content) -> some View {
        content
            .padding(typeSize.isAccessibilitySize ? padding * 1.5 : padding)
            .background(colorScheme == .dark ? Color(white: 0.12) : .white, in: .rect(cornerRadius: 12))
            .shadow(color: .black.opacity(0.1), radius: 8, y: 2)
    }
}

extension View {
    func card(padding: CGFloat = 16) -> some View { modifier(CardModifier(padding: padding)) }

    @ViewBuilder
    func emphasized(_ isEmphasized: Bool) -> some View {
        if isEmphasized { bold() } else { self }
    }
}

struct ProminentStyle: ButtonStyle {
    @Environment(\.isEnabled) private var isEnabled

    func makeBody(configuration: Configuration) -> some View {
        configuration.label
            .font(.headline)
            .foregroundStyle(configuration.role == .destructive ? AnyShapeStyle(.red) : AnyShapeStyle(.tint))
            .padding(.vertical, 12)
            .frame(maxWidth: .infinity, minHeight: 44)
            .background(.tint.opacity(configuration.isPressed ? 0.3 : 0.15), in: Capsule())
            .scaleEffect(configuration.isPressed ? 0.98 : 1)
            .opacity(isEnabled ? 1 : 0.4)
            .animation(.easeOut(duration: 0.15), value: configuration.isPressed)
    }
}

extension ButtonStyle where Self == ProminentStyle {
    static var prominent: ProminentStyle { ProminentStyle() }
}

struct CheckboxStyle: ToggleStyle {
    func makeBody(configuration: Configuration) -> some View {
        Button {
            configuration.isOn.toggle()
        } label: {
            Label {
                configuration.label
            } icon: {
                Image(systemName: configuration.isOn ? "checkmark.square.fill" : "square").imageScale(.large)
            }
        }
        .buttonStyle(.plain)
    }
}

struct FlowLayout: Layout {
    var spacing: CGFloat = 8

    func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout ()) -> CGSize {
        let sizes = subviews.map { $0.sizeThatFits(.unspecified) }
        return CGSize(width: proposal.width ?? 0, height: sizes.map(\.height).max() ?? 0)
    }

    func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout ()) {
        var x = bounds.minX
        for subview in subviews {
            subview.place(at: CGPoint(x: x, y: bounds.minY), anchor: .topLeading, proposal: .unspecified)
            x += subview.dimensions(in: .unspecified).width + spacing
        }
    }
}

struct HeightKey: PreferenceKey {
    static let defaultValue: CGFloat = 0
    static func reduce(value: inout CGFloat, nextValue: () -> CGFloat) { value = max(value, nextValue()) }
}

struct Gallery: View {
    @Environment(\.cardPadding) private var cardPadding
    @State private var height: CGFloat = 0
    @State private var width: CGFloat = 0
    @State private var isOn = true
    @Namespace private var namespace

    var body: some View {
        ScrollView(.vertical) {
            Grid(alignment: .leading, horizontalSpacing: 16) {
                GridRow {
                    Text("Similarity").gridColumnAlignment(.trailing)
                    Gauge(value: 0.74) { Text("74 %") }
                }
                Divider().gridCellUnsizedAxes(.horizontal)
            }
            FlowLayout { ForEach(["a", "b"], id: \.self) { Text($0).matchedGeometryEffect(id: $0, in: namespace) } }
            ViewThatFits(in: .horizontal) {
                HStack { Text("Wide") }
                VStack { Text("Narrow") }
            }
            Toggle("Agree", isOn: $isOn).toggleStyle(CheckboxStyle())
            Button("Sign") {}.buttonStyle(.prominent)
            Text("**Bold** and \(Image(systemName: "signature")) \(3)").emphasized(isOn).card()
            GeometryReader { geometry in
                Color.clear.preference(key: HeightKey.self, value: geometry.size.height)
            }
            Circle().trim(from: 0, to: 0.3).stroke(.tint, lineWidth: 4).rotationEffect(.degrees(90)).frame(width: 40, height: 40)
            LinearGradient(colors: [.red, .clear], startPoint: .top, endPoint: .bottom).frame(height: 8)
        }
        .onPreferenceChange(HeightKey.self) { height = $0 }
        .onGeometryChange(for: CGFloat.self) {
            $0.size.width
        } action: {
            width = $0
        }
        .environment(\.sampleTint, .green)
        .environment(\.cardPadding, cardPadding / 2)
        .environment(\.highlighted, "Sign")
        .tint(.indigo)
    }
}
