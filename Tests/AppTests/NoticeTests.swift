import ServerKit
import Testing

@testable import App

/// The mails that domains declare: each kind once, with words in every language that read like mails.
@Suite struct NoticeTests {
    @Test func everyKindHasANameOfItsOwn() {
        let names = Wiring.registered.notices.map(\.kind.name)
        #expect(names.count > 35 && Set(names).count == names.count, "\(names.sorted())")
    }

    @Test func everyNoticeHasWordsInEveryLanguage() {
        for notice in Wiring.registered.notices {
            let all = Language.allCases.map { notice.words(in: $0) }
            #expect(Set(all.map(\.subject)).count == Language.allCases.count, "\(notice.kind.name) has the same words twice")
            for words in all {
                #expect(!words.subject.isEmpty && !words.subject.contains("\n"), "\(words)")
                #expect(!words.text.isEmpty && !words.text.hasSuffix("\n"), "\(words)")
                // The link is added to them; what stands in them is a word, or a mark for one that is the recipient's own.
                #expect(!words.text.contains("://"), "\(words)")
            }
            #expect(notice.words(in: .ru).text.contains(/\p{Cyrillic}/), "\(notice.kind.name)")
            #expect(notice.path.isEmpty || notice.path.hasPrefix("/"), "\(notice.path)")
        }
    }

    @Test func whatOthersCauseIsBoundedForEachRecipient() throws {
        let bounded = Dictionary(
            Wiring.registered.notices.filter { $0.kind.limit != .none }.map { ($0.kind.name, $0.kind.limit) }
        ) { first, _ in first }
        let kinds: Set = [
            "code", "longCode", "alreadyRegistered", "deviceRequested", "invitation", "fileSigned", "fileSignedByAll", "fileWithdrawn",
            "operatorRequestReported", "operatorRequestFlood",
        ]
        #expect(Set(bounded.keys) == kinds)
        for (name, limit) in bounded {
            #expect(limit.ofSource <= limit.total && limit.total <= limit.daily && limit.daily <= 100, "\(name)")
        }
    }
}
