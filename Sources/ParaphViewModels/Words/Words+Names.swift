nonisolated extension Words {
    /// A person's name as another person sees it: marked where a word has letters of several alphabets, for some of them look alike.
    func shown(name: String) -> String {
        // Most names are of one alphabet, which is seen at once; lists have thousands.
        if Self.isLatin(name) || Self.isCyrillic(name) { return name }
        let isMixed = name.split(whereSeparator: { !$0.isLetter && $0 != "’" && $0 != "'" }).contains { word in
            Self.alphabets.count { word.firstMatch(of: $0) != nil } > 1
        }
        return isMixed ? self("script.name.mixed", ["name": name]) : name
    }

    private static func isLatin(_ name: String) -> Bool { name.utf8.allSatisfy { $0 < 0x80 } }

    private static func isCyrillic(_ name: String) -> Bool {
        name.unicodeScalars.allSatisfy { (0x400...0x52F).contains($0.value) || !$0.properties.isAlphabetic }
    }

    /// The alphabets with letters that look like those of another one.
    private static var alphabets: [Regex<Substring>] {
        [/\p{Script=Latin}/, /\p{Script=Cyrillic}/, /\p{Script=Greek}/, /\p{Script=Armenian}/, /\p{Script=Cherokee}/]
    }
}
