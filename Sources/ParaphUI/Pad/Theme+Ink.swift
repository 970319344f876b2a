#if canImport(UIKit)
import ParaphWire

nonisolated extension Theme {
    /// The colour of a pen.
    func colour(of pen: InkColor) -> ThemeColor { pen == .blue ? penBlue : penBlack }
}
#endif
