import PDFKit
import SwiftUI

struct PDFScreen: View {
    let url: URL
    @State private var page = 0
    @State private var document: PDFDocument?
    @State private var isSharing = false
    @State private var signatureFrame = CGRect(x: 40, y: 40, width: 160, height: 80)
    @GestureState private var drag = CGSize.zero
    @GestureState private var zoom: CGFloat = 1

    var body: some View {
        Group {
            if let document {
                PDFViewer(document: document, page: $page)
                    .ignoresSafeArea(edges: .bottom)
                    .overlay(alignment: .topLeading) { signature }
            } else {
                ProgressView("Opening…")
            }
        }
        .navigationTitle(url.deletingPathExtension().lastPathComponent)
        .navigationBarTitleDisplayMode(.inline)
        .toolbarRole(.editor)
        .toolbar {
            ToolbarItem(placement: .primaryAction) { ShareLink(item: url) }
            ToolbarItem(placement: .status) { Text("Page \(page + 1) of \(document?.pageCount ?? 0)").monospacedDigit() }
        }
        .task(id: url) {
            document = PDFDocument(url: url)
        }
        .onDisappear { document = nil }
    }

    private var signature: some View {
        Rectangle()
            .fill(.tint.opacity(0.2))
            .stroke(.tint, style: StrokeStyle(lineWidth: 1, dash: [3]))
            .frame(width: signatureFrame.width * zoom, height: signatureFrame.height * zoom)
            .offset(x: signatureFrame.minX + drag.width, y: signatureFrame.minY + drag.height)
            .gesture(
                DragGesture(coordinateSpace: .named("page"))
                    .updating($drag) { value, state, _ in state = value.translation }
                    .onEnded { value in signatureFrame.origin.x += value.translation.width }
                    .simultaneously(
                        with: MagnifyGesture()
                            .updating($zoom) { value, state, _ in state = value.magnification }
                            .onEnded { signatureFrame.size.width *= $0.magnification }
                    )
            )
            .contentShape(.rect)
            .accessibilityAdjustableAction { direction in
                switch direction {
                case .increment: signatureFrame.size.width += 10
                case .decrement: signatureFrame.size.width -= 10
                @unknown default: break
                }
            }
    }
}

struct PDFViewer: UIViewRepresentable {
    let document: PDFDocument
    @Binding var page: Int

    func makeCoordinator() -> Coordinator { Coordinator(self) }

    func makeUIView(context: Context) -> PDFView {
        let view = PDFView()
        view.autoScales = true
        view.displayMode = .singlePageContinuous
        view.displayDirection = .vertical
        view.pageOverlayViewProvider = context.coordinator
        view.document = document
        context.coordinator.observe(view)
        return view
    }

    func updateUIView(_ view: PDFView, context: Context) {
        context.coordinator.parent = self
        if view.document !== document { view.document = document }
        if let shown = document.page(at: page), view.currentPage !== shown { view.go(to: shown) }
    }

    static func dismantleUIView(_ view: PDFView, coordinator: Coordinator) {
        coordinator.stop()
    }

    final class Coordinator: NSObject, PDFPageOverlayViewProvider {
        var parent: PDFViewer
        private var observation: Task<Void, Never>?

        init(_ parent: PDFViewer) { self.parent = parent }

        func observe(_ view: PDFView) {
            observation = Task { [weak self, weak view] in
                for await _ in NotificationCenter.default.notifications(named: .PDFViewPageChanged, object: nil).map({ _ in () }) {
                    guard let self, let view, let current = view.currentPage else { return }
                    parent.page = parent.document.index(for: current)
                }
            }
        }

        func stop() { observation?.cancel() }

        func pdfView(_ view: PDFView, overlayViewFor page: PDFPage) -> UIView? {
            let overlay = UIView(frame: page.bounds(for: .cropBox))
            overlay.isUserInteractionEnabled = false
            return overlay
        }
    }
}
