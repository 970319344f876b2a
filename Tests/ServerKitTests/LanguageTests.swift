import ServerKit
import Testing

@Suite struct LanguageTests {
    @Test(
        arguments: [
            (nil, Language.en), ("", .en), ("ru-RU,ru;q=0.9,en;q=0.8", .ru), ("de-DE,de;q=0.9", .en), ("de,fr;q=0.7,ru;q=0.8", .ru),
            ("en;q=0.1, fr-CA;q=0.5", .fr), ("ru;q=0", .en), ("*", .en), (";;;,,,q=", .en),
        ] as [(String?, Language)]
    )
    func picksTheFirstSpokenLanguage(header: String?, expected: Language) {
        #expect(Language(acceptLanguage: header) == expected)
    }
}
