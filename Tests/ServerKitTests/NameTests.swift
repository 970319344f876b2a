import ParaphWire
import ServerKit
import Testing

/// Names that people chose, as others see them.
struct NameTests {
    @Test(arguments: [
        ("Anna’s phone", "Anna’s phone"), ("J.R.R. Tolkien", "J. R. R. Tolkien"), ("Dr. Anna-Maria O’Neil", "Dr. Anna-Maria O’Neil"),
        ("Анна Петрова", "Анна Петрова"), ("محمد علي", "محمد علي"), ("山田 太郎", "山田 太郎"), ("Müller & Söhne", "Müller & Söhne"),
        ("ООО № 5 ™", "ООО № 5 ™"), ("می\u{200C}خواهم", "می\u{200C}خواهم"), ("a\u{200C}b", "a b"), ("ﬁ² ½", "ﬁ² ½"), ("Anna…", "Anna…"),
    ])
    func honestNamesStayReadable(name: String, shown: String) {
        #expect(name.asNameInMail == shown)
    }

    @Test(arguments: [
        "https://evil.example/login", "www.evil.example", "evil.example", "bank@evil.example", "evil。example", "evil．example",
        "evil․example", "//evil.example", "ｗｗｗ．ｅｖｉｌ．ｅｘａｍｐｌｅ", "mailto:a@b.example", "a.b.c", "℀evil", "a＠evil", "ⓦ．evil", "⒈evil",
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
            "www.\u{0}1evil.\u{0}1example",
            "10.\u{0}0.\u{0}0.\u{0}1",
        ] {
            let said = "Look: \(link.replacing("\u{0}", with: hidden)) now".asWordsInMail
            let read = String(
                String.UnicodeScalarView(
                    said.unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint && $0.properties.generalCategory != .control }
                )
            )
            #expect(!read.contains(":/") && read.firstMatch(of: /\.\d?[\p{L}]|\d\.\d+\.\d+\.\d|\S@|@\S/) == nil, "\(said)")
        }
    }

    @Test(arguments: ["evil.™", "evil.℡/x", "www.evil.㎏", "evil.㏌", "evil\u{FE12}com", "evil.\u{200B}™", "1.1.1.1︒1", "evil.①"])
    func whatIsReadAsLettersAfterADotMakesNoLinkEither(link: String) {
        #expect("Look: \(link) now".asWordsInMail.firstMatch(of: /[.\u{FE12}]\S/) == nil)
    }

    @Test(arguments: [
        "Acme™. 5 ½", "No. ™", "By 24.11.2026, § 1.2: at 10:30, 1,5 %", "Family 👨\u{200D}👩\u{200D}👧 and Ё. И. Ко", "Either/or: yes",
    ])
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

    @Test(arguments: [
        "می\u{200C}خواهم", "علی\u{200C}اکبر", "محمد\u{200C}رضا", "سوء\u{200C}استفاده", "ന\u{D4D}\u{200D}", "ക\u{D4D}\u{200C}ഷ",
        "ශ\u{DCA}\u{200D}රී", "क\u{94D}\u{200D}ष",
        "র\u{200D}\u{9CD}যাচেল", "Anna 👩\u{200D}💻", "👩🏽\u{200D}🚒", "❤\u{FE0F}\u{200D}🔥", "Anna",
    ])
    func joinersStandWhereWritingNeedsThem(name: String) {
        #expect(!name.hasStrayJoiners)
    }

    @Test(arguments: [
        "An\u{200C}na", "An\u{200D}na", "Анна\u{200C}", "\u{200C}علی", "علی\u{200C}", "علی\u{200C}\u{200C}اکبر", "علی\u{200C}Anna",
        "علی \u{200C}اکبر",
        "ع\u{200D}لی", "ക\u{D4D}\u{200D}\u{200D}", "క\u{200C}ష", "👩\u{200D}", "👩\u{200D}a", "1\u{200D}2", "\u{200D}", "山\u{200C}田",
        "र\u{200D}ा",
    ])
    func joinersThatShowNothingAreFound(name: String) {
        #expect(name.hasStrayJoiners)
    }

    @Test func joinersDoNotHidePiledMarks() {
        #expect("क\(String(repeating: "\u{94D}\u{200D}", count: 5))ष".hasPiledMarks)
        #expect(!"क\u{94D}\u{200D}ष".hasPiledMarks)
    }

    @Test(arguments: [
        "evil.example", "www.evil.example", "a@b", "https://x", "x //y", "evil。example", "evil．example", "a＠b", "My evil.example app",
    ])
    func addressesInNamesAreFound(name: String) {
        #expect(name.holdsAddress)
    }

    @Test(arguments: ["Acme 2.0", "Dr. Who", "AC/DC", "Bank: the app", "@home", "J. R. R.", "Acme Inc.", "№ 5", "Я и Ко.", "…and Co"])
    func honestNamesHoldNoAddress(name: String) {
        #expect(!name.holdsAddress)
    }

    @Test(arguments: [
        ("mnchen-3ya", "münchen"), ("strae-oqa", "straße"), ("e1afmkfd", "пример"), ("wgv71a119e", "日本語"), ("i-7iq", "i❤"),
    ])
    func encodedLabelsAreRead(encoded: String, letters: String) {
        #expect(Punycode.decode(encoded[...]) == letters && Punycode.encode(letters[...]) == encoded)
    }

    @Test(arguments: ["", "abc-", "99999999", "münchen", "zzzzzzzz99999", "a-", "-", "e1afmkf", "E1AFMKFD"])
    func whatOnlySeemsEncodedIsNot(encoded: String) {
        let letters = Punycode.decode(encoded[...])
        #expect(letters.map { Punycode.encode($0[...]) == encoded } ?? true)
    }

    @Test func numbersAreCounted() {
        #expect(1.counted("second") == "1 second" && 2.counted("second") == "2 seconds" && 0.counted("try", "tries") == "0 tries")
        #expect(Problem.tooMany(retryAfter: 1).detail == "Try again in 1 second.")
        #expect(Problem.unavailable(retryAfter: 2).detail == "Try again in 2 seconds.")
    }
}
