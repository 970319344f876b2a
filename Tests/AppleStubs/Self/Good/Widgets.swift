import SwiftUI

struct SimilarityRing: View, Animatable {
    var value: Double
    nonisolated var animatableData: Double {
        get { value }
        set { value = newValue }
    }

    var body: some View {
        Canvas { context, size in
            let rect = CGRect(origin: .zero, size: size).insetBy(dx: 6, dy: 6)
            context.stroke(Path(ellipseIn: rect), with: .style(.quaternary), lineWidth: 8)
            var arc = Path()
            arc.addArc(
                center: CGPoint(x: rect.midX, y: rect.midY),
                radius: rect.width / 2,
                startAngle: .degrees(-90),
                endAngle: .degrees(-90 + 360 * value),
                clockwise: false
            )
            context.stroke(
                arc,
                with: .linearGradient(Gradient(colors: [.red, .green]), startPoint: .zero, endPoint: CGPoint(x: size.width, y: 0)),
                style: StrokeStyle(lineWidth: 8, lineCap: .round)
            )
            let text = context.resolve(Text(value, format: .percent.precision(.fractionLength(0))).font(.headline))
            context.draw(text, at: CGPoint(x: rect.midX, y: rect.midY), anchor: .center)
            context.drawLayer { layer in
                layer.addFilter(.blur(radius: 2))
                layer.opacity = 0.2
                layer.fill(arc, with: .color(.black))
            }
            if let mark = context.resolveSymbol(id: "mark") { context.draw(mark, at: .zero, anchor: .topLeading) }
        } symbols: {
            Image(systemName: "checkmark.seal").tag("mark")
        }
        .accessibilityRepresentation { Gauge(value: value) { Text("Similarity") } }
    }
}

nonisolated struct Wave: Shape {
    var phase: CGFloat
    var animatableData: CGFloat {
        get { phase }
        set { phase = newValue }
    }
    func path(in rect: CGRect) -> Path {
        Path { path in
            path.move(to: CGPoint(x: rect.minX, y: rect.midY))
            for x in stride(from: rect.minX, through: rect.maxX, by: 4) {
                path.addLine(to: CGPoint(x: x, y: rect.midY + sin(x / 20 + phase) * 6))
            }
        }
    }
}

struct Countdown: View {
    let until: Date
    var body: some View {
        TimelineView(.periodic(from: .now, by: 1)) { context in
            Text(max(0, until.timeIntervalSince(context.date)), format: .number.precision(.fractionLength(0)))
                .contentTransition(.numericText(countsDown: true))
        }
        TimelineView(.animation) { timeline in
            Wave(phase: timeline.date.timeIntervalSinceReferenceDate).stroke(.tint, lineWidth: 2)
        }
        Text(timerInterval: .now...until, countsDown: true)
        Text(until, style: .relative)
    }
}

struct BannerModifier<Banner: View>: ViewModifier {
    @Binding var isShown: Bool
    @ViewBuilder var banner: () -> Banner
    @State private var offset: CGFloat = 0

    func body(content: Content) -> some View {
        content.overlay(alignment: .top) {
            if isShown {
                banner()
                    .padding()
                    .background(.thickMaterial, in: Capsule())
                    .offset(y: offset)
                    .gesture(
                        DragGesture().onChanged { offset = min(0, $0.translation.height) }.onEnded { value in
                            withAnimation(.bouncy) {
                                if value.predictedEndTranslation.height < -20 { isShown = false }
                                offset = 0
                            }
                        }
                    )
                    .task {
                        try? await Task.sleep(for: .seconds(4)); isShown = false
                    }
                    .zIndex(1)
            }
        }
    }
}

extension View {
    func banner(isShown: Binding<Bool>, @ViewBuilder content: @escaping () -> some View) -> some View {
        modifier(BannerModifier(isShown: isShown, banner: content))
    }
}

struct Thumb: View {
    let url: URL?
    @State private var isShown = true
    var body: some View {
        AsyncImage(url: url, transaction: Transaction(animation: .default)) { phase in
            switch phase {
            case .empty: ProgressView()
            case .success(let image): image.resizable().aspectRatio(contentMode: .fill)
            case .failure: Image(systemName: "photo").imageScale(.large)
            @unknown default: EmptyView()
            }
        }
        .frame(width: 56, height: 56)
        .clipShape(RoundedRectangle(cornerRadius: 8, style: .continuous))
        .overlay { RoundedRectangle(cornerRadius: 8).strokeBorder(Color.primary.opacity(0.1)) }
        .redacted(reason: url == nil ? .placeholder : [])
        .banner(isShown: $isShown) { Text("Saved") }
        .phaseAnimator([false, true]) { view, isBig in
            view.scaleEffect(isBig ? 1.05 : 1)
        } animation: { _ in
            .easeInOut(duration: 1)
        }
    }

    @MainActor func rendered() -> UIImage? {
        let renderer = ImageRenderer(content: self.environment(\.colorScheme, .light))
        renderer.scale = 2
        return renderer.uiImage
    }
}
