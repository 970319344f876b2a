/// A colour as the eye tells it from others: parts from 0 to 1, whatever space they were given in.
struct ContentColour {
    var red = 0.0
    var green = 0.0
    var blue = 0.0

    static let black = ContentColour(red: 0, green: 0, blue: 0)
    static let white = ContentColour(red: 1, green: 1, blue: 1)

    init(red: Double, green: Double, blue: Double) { (self.red, self.green, self.blue) = (red, green, blue) }

    /// Takes the parts of grey, of red, green and blue, or of four inks; nil for another number of them.
    init?(_ parts: [Double]) {
        func part(_ value: Double) -> Double { min(max(value, 0), 1) }
        switch parts.count {
        case 1: (red, green, blue) = (part(parts[0]), part(parts[0]), part(parts[0]))
        case 3: (red, green, blue) = (part(parts[0]), part(parts[1]), part(parts[2]))
        case 4: (red, green, blue) = (1 - part(parts[0] + parts[3]), 1 - part(parts[1] + parts[3]), 1 - part(parts[2] + parts[3]))
        default: return nil
        }
    }

    /// How light it is, from 0 to 1.
    var lightness: Double { 0.2126 * red + 0.7152 * green + 0.0722 * blue }
    var isWhite: Bool { min(red, green, blue) >= 0.99 }
    /// Whether thin lines of it are lost on white paper.
    var isFaint: Bool { min(red, green, blue) > 0.6 }

    /// How far what has this colour stands out from white paper when both are seen through a marker of another colour.
    func contrast(under marker: ContentColour) -> Double {
        0.2126 * marker.red * (1 - red) + 0.7152 * marker.green * (1 - green) + 0.0722 * marker.blue * (1 - blue)
    }

    /// How far it stands out from another.
    func contrast(to other: ContentColour) -> Double {
        max((red - other.red).magnitude, (green - other.green).magnitude, (blue - other.blue).magnitude)
    }
}
