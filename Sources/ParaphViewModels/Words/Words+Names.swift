nonisolated extension Words {
    /// A person's name as another person sees it: marked where a word has letters of several alphabets, for some of them look alike.
    func shown(name: String) -> String {
        let isMixed = name.split(whereSeparator: { !$0.isLetter && $0 != "’" && $0 != "'" }).contains { word in
            Self.alphabets.count { word.firstMatch(of: $0) != nil } > 1
        }
        return isMixed ? self("script.name.mixed", ["name": name]) : name
    }

    /// The alphabets with letters that look like those of another one.
    private static var alphabets: [Regex<Substring>] {
        [/\p{Script=Latin}/, /\p{Script=Cyrillic}/, /\p{Script=Greek}/, /\p{Script=Armenian}/, /\p{Script=Cherokee}/]
    }
}
