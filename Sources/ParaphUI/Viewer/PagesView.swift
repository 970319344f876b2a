#if canImport(UIKit)
import ParaphViewModels
import SwiftUI

/// The pages of a document, one below the other, as wide as there is room; two fingers zoom.
struct PagesView: View {
    let model: ViewerModel
    let pictures: PagePictures
    let sizes: [CGSize]
    /// The page in sight.
    @Binding var current: Int?
    @State private var zoom = 1.0
    @GestureState private var pinch = 1.0
    @Environment(\.theme) private var theme
    @Environment(\.words) private var words

    private static let zooms = 1.0...4.0
    /// The widest page, in points of the screen, before it is zoomed.
    private static let widest = 900.0

    var body: some View {
        GeometryReader { proxy in
            ScrollView(zoom > 1 ? [.vertical, .horizontal] : .vertical) {
                LazyVStack(spacing: Space.note) {
                    ForEach(sizes.indices, id: \.self) { page in
                        PageView(
                            model: model,
                            pictures: pictures,
                            page: page,
                            count: sizes.count,
                            scale: scale(of: page, in: proxy.size.width)
                        )
                    }
                }
                .scrollTargetLayout()
                .padding(.vertical, Space.note)
                .frame(width: max(proxy.size.width, width(in: proxy.size.width)))
                .scaleEffect(pinch)
            }
            .scrollPosition(id: $current)
            .simultaneousGesture(zooming)
        }
        .overlay(alignment: .bottomTrailing) { tools }
    }

    private var zooming: some Gesture {
        MagnifyGesture()
            .updating($pinch) { value, pinch, _ in pinch = value.magnification }
            .onEnded { set(zoom * $0.magnification) }
    }

    private var tools: some View {
        VStack(spacing: 0) {
            Button(words("viewer.larger"), systemImage: "plus.magnifyingglass") { set(zoom * 1.5) }
                .disabled(zoom >= Self.zooms.upperBound)
                .frame(width: Space.touch, height: Space.touch)
            Button(words("viewer.smaller"), systemImage: "minus.magnifyingglass") { set(zoom / 1.5) }
                .disabled(zoom <= Self.zooms.lowerBound)
                .frame(width: Space.touch, height: Space.touch)
        }
        .labelStyle(.iconOnly)
        .background(theme.surface, in: .rect(cornerRadius: theme.controlRadius))
        .padding(Space.small)
    }

    private func set(_ wanted: Double) { zoom = min(max(wanted, Self.zooms.lowerBound), Self.zooms.upperBound) }

    /// How wide the widest page is on the screen.
    private func width(in room: Double) -> Double { max(1, min(room - 2 * Space.small, Self.widest)) * zoom }

    private func scale(of page: Int, in room: Double) -> PageScale {
        let widest = sizes.map(\.width).max() ?? 1
        return PageScale(width: sizes[page].width, height: sizes[page].height, factor: width(in: room) / max(1, widest))
    }
}
#endif
