import Foundation

/// What countries are called.
public enum CountryName {
    /// The name of a country, such as *Франция* of `FR`.
    ///
    /// - Parameters:
    ///   - code: ISO 3166-1, two letters.
    ///   - language: The language of the name.
    /// - Returns: The code itself where it names no country.
    public static func of(_ code: String, in language: Language) -> String {
        Locale(identifier: language.rawValue).localizedString(forRegionCode: code) ?? code
    }
}
