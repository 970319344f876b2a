/// Which form of a text goes with a whole number (CLDR, cardinal rules).
nonisolated enum PluralRule {
    static func category(of number: Int, in language: Words.Language) -> String {
        let magnitude = number.magnitude
        switch language {
        case .en: return number == 1 ? "one" : "other"
        case .fr: return magnitude < 2 ? "one" : "other"
        case .ru:
            let (last, lastTwo) = (magnitude % 10, magnitude % 100)
            if last == 1, lastTwo != 11 { return "one" }
            return (2...4).contains(last) && !(12...14).contains(lastTwo) ? "few" : "many"
        }
    }
}
