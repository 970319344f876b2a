#if canImport(UIKit)
public import SwiftUI

/// A colour in the light and in the dark.
nonisolated public struct ThemeColor: Hashable, Sendable {
    /// Red, green and blue as `0xRRGGBB`.
    public var light: UInt32
    public var dark: UInt32

    public init(light: UInt32, dark: UInt32) {
        (self.light, self.dark) = (light, dark)
    }
}

nonisolated extension ThemeColor: ShapeStyle {
    public func resolve(in environment: EnvironmentValues) -> Color {
        Self.color(environment.colorScheme == .dark ? dark : light)
    }

    private static func color(_ hexadecimal: UInt32) -> Color {
        let part = { (shift: UInt32) in Double((hexadecimal >> shift) & 0xFF) / 255 }
        return Color(red: part(16), green: part(8), blue: part(0))
    }
}
#endif
