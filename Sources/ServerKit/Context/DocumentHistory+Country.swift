public import ParaphWire

extension DocumentHistory.Circumstances {
    /// The country as a reader calls it, where the server found it; else as the app told it.
    public func country(in language: Language) -> String? {
        countryCode.map { CountryName.of($0, in: language) } ?? country
    }
}
