#if canImport(UIKit)
public import SwiftUI

/// The colours and measures of the screens: those of the web app, unless the host app has its own.
///
/// ```swift
/// var theme = Theme()
/// theme.accent = ThemeColor(light: 0x7A1F5C, dark: 0xE59AC8)
/// content.environment(\.theme, theme)
/// ```
nonisolated public struct Theme: Hashable, Sendable {
    public var paper = ThemeColor(light: 0xFBFAF7, dark: 0x121316)
    public var surface = ThemeColor(light: 0xFFFFFF, dark: 0x1B1D22)
    public var text = ThemeColor(light: 0x16181D, dark: 0xF2F1EE)
    public var secondary = ThemeColor(light: 0x5B616E, dark: 0xA3A8B3)
    public var line = ThemeColor(light: 0xE4E2DC, dark: 0x2C2F36)
    public var lineStrong = ThemeColor(light: 0x80848D, dark: 0x7A7F8A)
    public var accent = ThemeColor(light: 0x1F3FA8, dark: 0x8FA7FF)
    public var accentSoft = ThemeColor(light: 0xE9EDF9, dark: 0x232A44)
    public var onAccent = ThemeColor(light: 0xFFFFFF, dark: 0x121316)
    public var good = ThemeColor(light: 0x1B774A, dark: 0x5CC48E)
    public var goodSoft = ThemeColor(light: 0xE6F3EC, dark: 0x16301F)
    public var warn = ThemeColor(light: 0x8F6000, dark: 0xE3B341)
    public var warnSoft = ThemeColor(light: 0xFBF1DC, dark: 0x352A10)
    public var bad = ThemeColor(light: 0xB3261E, dark: 0xFF8A80)
    public var badSoft = ThemeColor(light: 0xFBE9E7, dark: 0x3A1D1B)
    /// Ink and the paper under it, which stays paper in the dark, so that what is drawn looks as it will be kept.
    public var penBlue = ThemeColor(light: 0x1F3FA8, dark: 0x1F3FA8)
    public var penBlack = ThemeColor(light: 0x111318, dark: 0x111318)
    public var padPaper = ThemeColor(light: 0xFFFFFF, dark: 0xECE9E2)
    public var padLine = ThemeColor(light: 0x847F72, dark: 0x7D786C)
    /// The corners of controls and cards, in points.
    public var controlRadius = 10.0
    public var cardRadius = 16.0
    /// The widest column of text, in points.
    public var column = 640.0

    public init() {}
}

extension EnvironmentValues {
    /// How the screens look.
    @Entry public var theme = Theme()
}
#endif
