import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import ServerKit
import Testing

@testable import WebUI

struct WebPagesTests {
    static let signedIn: HTTPFields = [.cookie: "anna=1", .accept: "text/html"]
    static let pages = [
        "/documents", "/documents/view", "/documents/deleted", "/activity", "/more", "/requests", "/requests/q1", "/profile", "/signature",
        "/devices", "/devices/requests/r1", "/sessions",
        "/recovery-codes", "/apps", "/apps/new", "/apps/a1", "/privacy", "/account/delete", "/settings/language", "/about",
        "/oauth2/authorize?client_id=c1&state=%3Cb%3EAnna",
    ]

    private func get(_ path: String, _ headers: HTTPFields = [.accept: "text/html"], enrolled: Bool = true) async throws -> TestResponse {
        try await Application(router: FakeAPI(enrolled: enrolled).router()).test(.router) { client in
            try await client.executeRequest(uri: path, method: .get, headers: headers, body: nil)
        }
    }

    @Test(arguments: pages, Language.allCases)
    func everyPageOfAPersonSpeaksEveryLanguage(_ path: String, _ language: Language) async throws {
        var headers = Self.signedIn
        headers[.cookie] = "anna=1; paraph_language=\(language.rawValue)"
        let response = try await get(path, headers)
        let html = String(buffer: response.body)
        #expect(response.status == .ok)
        #expect(html.contains(#"<html lang="\#(language.rawValue)" data-device="d1""#))
        #expect(!html.contains("{{"))
        #expect(!html.contains("<b>Anna"), "a name that is not escaped")
        #expect(!html.contains("<i>text"), "a text that is not escaped")
        #expect(response.headers[.cacheControl] == "no-store")
    }

    @Test(arguments: pages)
    func strangersAreSentToSignInAndBack(_ path: String) async throws {
        let response = try await get(path)
        #expect(response.status == .seeOther)
        #expect(response.headers[.location] == SignInPage.path(next: path))
    }

    @Test(arguments: ["/", "/register", "/sign-in", "/sign-in?next=%2Fdevices"])
    func strangersSeeThePagesThatAreForThem(_ path: String) async throws {
        let response = try await get(path)
        #expect(response.status == .ok)
        #expect(!String(buffer: response.body).contains("{{"))
    }

    @Test(arguments: ["/", "/register", "/sign-in", "/enrol"])
    func whoeverIsSignedInLandsOnTheirDocuments(_ path: String) async throws {
        #expect(try await get(path, Self.signedIn).headers[.location] == "/documents")
    }

    @Test func whoeverHasNoTemplateIsAskedForOne() async throws {
        #expect(try await get("/signature", Self.signedIn, enrolled: false).headers[.location] == "/enrol")
        // What the browser keeps can be had without a signature too; where that is nothing, the script leads on.
        let documents = try await get("/documents", Self.signedIn, enrolled: false)
        #expect(documents.status == .ok && String(buffer: documents.body).contains(" unenrolled"))
        #expect(!String(buffer: try await get("/documents", Self.signedIn).body).contains("unenrolled"))
        let form = try await get("/register", Self.signedIn, enrolled: false)
        #expect(String(buffer: form.body).contains(#"data-registered="anna@example.org""#))
        #expect(String(buffer: form.body).contains(#"value="&lt;b&gt;Anna&lt;/b&gt; &amp; &quot;Co&quot;""#))
    }

    @Test(arguments: [
        ("/documents", ["document-sheet", "keep-sheet", "file-sheet", "name-sheet", "mail-sheet", "people-sheet", "question"]),
        ("/documents/view", ["password-sheet", "signing-sheet"]),
    ])
    func documentsHaveTheSheetsThatTheirModulesOpen(_ path: String, _ sheets: [String]) async throws {
        let html = String(buffer: try await get(path, Self.signedIn).body)
        for sheet in sheets { #expect(html.contains(#"<template id="\#(sheet)">"#), "\(sheet)") }
    }

    @Test func whatWasDeletedIsRestoredByName() async throws {
        let html = String(buffer: try await get("/documents/deleted", Self.signedIn).body)
        #expect(html.contains(#"data-call="POST /v1/files/k1/restore""#) && html.contains(#"aria-label="Restore &lt;b&gt;Anna"#))
    }

    @Test func signingInSaysWhatItOpensAndDevicesWhatWasAdded() async throws {
        for (path, words) in [("/sign-in", "then sign."), ("/sign-in?next=/documents/view", "Sign in to open the document")] {
            #expect(String(buffer: try await get(path).body).contains(words), "\(path)")
        }
        for (path, isSaid) in [("/devices", false), ("/devices?added", true)] {
            #expect(String(buffer: try await get(path, Self.signedIn).body).contains("Device added.") == isSaid, "\(path)")
        }
    }

    @Test func whoSignsOutLeavesNoCopyOfWhatTheServerKeeps() async throws {
        #expect(String(buffer: try await get("/more", Self.signedIn).body).contains(#"data-then="/?stay" data-forget"#))
    }

    @Test func aSignatureDrawnByMouseIsAskedForAgainWhereThereIsTouch() async throws {
        let page = try await get("/documents", Self.signedIn)
        #expect(String(buffer: page.body).contains(#"on-touch" href="/signature""#))
    }

    @Test func aProgramsQuestionNamesItAndWhereItLeadsAndLetsOneRefuseAsEasily() async throws {
        let html = String(buffer: try await get("/oauth2/authorize?client_id=c1&state=%22x", Self.signedIn).body)
        for text in ["&lt;b&gt;Anna&lt;/b&gt;", "bank.example", "anna@example.org", "see your &lt;b&gt;"] {
            #expect(html.contains(text), "\(text)")
        }
        #expect(html.contains(#"data-query="client_id=c1&amp;state=%22x""#))
        #expect(html.contains(#"data-decide="refuse""#) && html.contains(#"data-decide="allow""#))
    }

    @Test func aProgramThatWantsAPersonSignedOutAsksThemUnlessItNamesThem() async throws {
        let asked = String(buffer: try await get("/oauth2/end-session?client_id=c1", Self.signedIn).body)
        #expect(asked.contains(#"data-then="https://bank.example/goodbye" data-forget"#) && asked.contains("anna@example.org"))
        #expect(asked.contains("&lt;b&gt;Anna&lt;/b&gt;") && !asked.contains("<b>Anna") && !asked.contains("data-goes-on"))
        let named = String(buffer: try await get("/oauth2/end-session?client_id=c1&id_token_hint=x", Self.signedIn).body)
        #expect(named.contains("<end-session data-goes-on>"))
        let nameless = String(buffer: try await get("/oauth2/end-session", Self.signedIn).body)
        #expect(nameless.contains(#"data-then="/?stay" data-forget"#))
        let over = try await get("/oauth2/end-session?client_id=c1&over")
        #expect(over.status == .seeOther && over.headers[.location] == "https://bank.example/goodbye")
        let nobody = String(buffer: try await get("/oauth2/end-session?over").body)
        #expect(nobody.contains("You are signed out") && !nobody.contains("data-call"))
    }

    @Test func whoHasMoreThanAMailboxIsAskedByNameWhereTheySign() async throws {
        // The mailed link leads there too, and has no button of its own.
        let mailed = try await get("/confirm?token=t1")
        #expect(mailed.headers[.location] == "/confirm?id=l1")
        #expect(try await get("/confirm?id=l1").headers[.location] == SignInPage.path(next: "/confirm?id=l1"))
        let html = String(buffer: try await get("/confirm?id=l1", Self.signedIn).body)
        #expect(html.contains("calls itself “b Anna") && html.contains(#"<template-approval data-id="l1">"#), "\(html)")
        let gone = String(buffer: try await get("/confirm?id=l2", Self.signedIn).body)
        #expect(!gone.contains("template-approval"))
    }

    @Test func whoConfirmsAnAccountIsToldWhichOthersEnd() async throws {
        let html = String(buffer: try await get("/confirm?token=t2").body)
        #expect(html.contains("your accounts in other apps that use this address end: Post, "), "\(html)")
        #expect(html.contains("ending=e1") && !html.contains("<b>Anna</b>"), "\(html)")
    }

    @Test(arguments: [[:], signedIn])
    func aQuestionThatCannotBeAskedGoesBackOrStaysHere(_ cookie: HTTPFields) async throws {
        var headers = cookie
        headers[.accept] = "text/html"
        let refused = try await get("/oauth2/authorize?client_id=c1&scope=no", headers)
        #expect(refused.status == .seeOther && refused.headers[.location] == "https://bank.example/cb?error=invalid_scope")
        let unknown = try await get("/oauth2/authorize?client_id=unknown&redirect_uri=https://evil.example", headers)
        #expect(unknown.status == .badRequest && unknown.headers[.location] == nil)
        #expect(String(buffer: unknown.body).contains("is unknown or switched off"))
    }

    @Test func aLongQuestionSurvivesTheSignIn() async throws {
        let path = "/oauth2/authorize?client_id=c1&state=\(String(repeating: "a", count: 3000))"
        let response = try await get(path)
        let signIn = try #require(response.headers[.location])
        #expect(signIn == SignInPage.path(next: path))
        #expect(String(buffer: try await get(signIn).body).contains("state=aaa"))
    }

    @Test(arguments: ["//evil.example", "https://evil.example", "/%5Cevil.example"])
    func noAddressSendsThePersonElsewhere(_ next: String) async throws {
        #expect(try await get("/sign-in?next=\(next)", Self.signedIn).headers[.location] == "/documents")
        #expect(try await get("/language?to=fr&next=\(next)").headers[.location] == "/")
    }

    @Test func theChosenLanguageIsKept() async throws {
        let response = try await get("/language?to=fr&next=%2Fmore")
        #expect(response.headers[.location] == "/more")
        #expect(response.headers[.setCookie] == "paraph_language=fr; Path=/; Max-Age=31536000; SameSite=Lax")
        #expect(try await get("/language?to=xx").headers[.setCookie] == nil)
    }

    @Test func nothingInPagesIsInline() async throws {
        for path in Self.pages {
            let html = String(buffer: try await get(path, Self.signedIn).body)
            #expect(!html.contains("style="), "\(path)")
            #expect(!html.contains("<style"), "\(path)")
            #expect(html.matches(of: /<script(?![^>]*(src=|application\/json))/).isEmpty, "\(path)")
            #expect(html.matches(of: /\son[a-z]+="/).isEmpty, "\(path)")
            #expect(html.matches(of: /(src|href)="(https?:)?\/\//).isEmpty, "\(path)")
        }
    }

    @Test func problemsAreToldOnAPage() async throws {
        let response = try await get("/apps/unknown", Self.signedIn)
        #expect(response.status == .notFound)
        #expect(String(buffer: response.body).contains("Page not found"))
        let data = try await get("/apps/unknown", [.cookie: "anna=1", .accept: "application/json"])
        #expect(data.headers[.contentType] == "application/problem+json")
    }

    @Test func similarityIsShownAndUnknownEventsAreNotHidden() async throws {
        let html = String(buffer: try await get("/activity", Self.signedIn).body)
        #expect(html.contains("similarity 0.94 · "))
        #expect(html.contains("Signed in"), "the words are the server's")
        #expect(html.contains("thumb-warn"))
        #expect(html.contains("Account changed"))
        #expect(html.contains("/activity?after=2"))
    }

    @Test func activityNamesTheOtherPersonAndTheDocumentAndLeadsThere() async throws {
        let html = String(buffer: try await get("/activity", Self.signedIn).body)
        let name = "&lt;b&gt;Anna&lt;/b&gt; &amp; &quot;Co&quot;"
        #expect(html.contains("You invited \(name)"))
        // One that is there by its name; of one that is gone the history is left.
        #expect(html.contains("href=\"/documents/view#file-k1\"") && html.contains("&lt;u&gt;Lease.pdf"))
        #expect(html.contains("href=\"/documents?documentid=f1\"") && !html.contains("#file-k2"))
    }

    @Test func staticFilesAreKeptForGoodUnderTheirHash() async throws {
        let base = try StaticFiles().base
        let response = try await get("\(base)/style.css")
        #expect(response.headers[.cacheControl] == "public, max-age=31536000, immutable")
        let tag = try #require(response.headers[.eTag])
        #expect(try await get("\(base)/style.css", [.ifNoneMatch: tag]).status == .notModified)
        #expect(try await get("/static/0000000000000000/style.css").headers[.cacheControl] == "no-cache")
        #expect(try await get("\(base)/nothing.js").status == .notFound)
        #expect(try await get("\(base)/..%2Fen.json").status == .notFound)
        #expect(try await get("/manifest.webmanifest").headers[.contentType] == "application/manifest+json")
    }

    @Test(arguments: Language.allCases)
    func thePageForNoConnectionIsTheSameForEverybody(_ language: Language) async throws {
        let cookie = "paraph_language=\(language.rawValue)"
        let stranger = try await get("/offline", [.cookie: cookie])
        let anna = try await get("/offline", [.cookie: "\(cookie); anna=1"])
        #expect(stranger.status == .ok)
        #expect(stranger.body == anna.body)
        #expect(stranger.headers[.contentLanguage] == language.rawValue)
        #expect(!String(buffer: stranger.body).contains("{{"))
    }

    @Test func theServiceWorkerKnowsWhereItsFilesLie() async throws {
        let files = try StaticFiles()
        let response = try await get("/service-worker.js")
        let script = String(buffer: response.body)
        #expect(response.headers[.contentType]?.hasPrefix("text/javascript") == true)
        #expect(response.headers[.cacheControl] == "no-cache")
        #expect(script.hasPrefix("const assets = \"\(files.base)\";\n"))
        for match in script.matches(of: /"([A-Za-z.\/-]+\.(css|svg|js))"/) { #expect(files.files[String(match.1)] != nil, "\(match.1)") }
    }

    @Test func everyFileThatPagesNameIsThere() async throws {
        let files = try StaticFiles()
        for path in Self.pages + ["/more"] {
            let html = String(buffer: try await get(path, Self.signedIn).body)
            for match in html.matches(of: /\/static\/[0-9a-f]{16}\/([A-Za-z0-9.\/-]+)/) {
                #expect(files.files[String(match.1)] != nil, "\(path): \(match.1)")
            }
        }
    }

    @Test func fontsThatFormsAreFilledWithAreServedAndListed() throws {
        let font = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).ttf")
        try Data("a font".utf8).write(to: font)
        defer { try? FileManager.default.removeItem(at: font) }
        let files = try StaticFiles(fonts: [font.path, "/nonexistent/Sans.ttf"])
        let name = "fonts/0-\(font.lastPathComponent)"
        #expect(try files.files[name].map { String(buffer: try $0.content()) } == "a font")
        let list = try #require(files.files["Viewer/known-fonts.js"]).content()
        #expect(String(buffer: list).contains("\"../\(name)\"") && !String(buffer: list).contains("nonexistent"))
        #expect(try StaticFiles().files["Viewer/known-fonts.js"] != nil)
    }

    @Test(arguments: [
        ("/** One line. */\nconst a = 1;\n", "const a = 1;\n"),
        ("a();\n  /**\n   * Several.\n   *\n   * @param {string} b\n   */\n  c(b);", "a();\n  c(b);"),
        ("/** @type {Slot} */ slot;\n// why\n/* no doc */ x;\n", "/** @type {Slot} */ slot;\n// why\n/* no doc */ x;\n"),
        ("const all = /** @type {any} */ (x);\n", "const all = /** @type {any} */ (x);\n"),
    ])
    func scriptsAreServedWithoutTheirDocComments(script: String, served: String) {
        #expect(String(decoding: StaticFiles.served(Data(script.utf8)), as: UTF8.self) == served)
    }

    @Test func theFirstPageWeighsLessThan140KB() async throws {
        let files = try StaticFiles()
        let html = String(buffer: try await get("/register").body)
        // What only documents, programs' questions and alerts need is loaded with their pages.
        let later = ["Documents/", "Viewer/", "pdfjs/", "Programs/", "Alerts/"]
        #expect(!later.contains { html.contains("/\($0)") }, "the first page loads them")
        let modules = files.files.keys.filter { name in
            let isModule =
                name.hasSuffix(".js") || name.hasSuffix(".wasm") || ["Base/mark.svg", "Base/icons.svg", "style.css"].contains(name)
            return isModule && !later.contains { name.hasPrefix($0) }
        }
        var weight = html.utf8.count
        for name in modules {
            let response = try await get("\(files.base)/\(name)", [.acceptEncoding: "br;q=0.1, gzip"])
            weight += response.body.readableBytes
        }
        #expect(weight < 140_000, "\(weight) bytes with every module but those of documents, as browsers are sent them")
    }

    @Test func pagesAreCompressedForWhoTakesItAndTheirWordsLieInAFile() async throws {
        let plain = try await get("/more", Self.signedIn)
        var headers = Self.signedIn
        headers[.acceptEncoding] = "gzip"
        let packed = try await get("/more", headers)
        #expect(plain.headers[.contentEncoding] == nil && packed.headers[.contentEncoding] == "gzip")
        #expect(packed.headers[.vary] == "Accept-Encoding" && packed.headers[.cacheControl] == "no-store")
        #expect(packed.body.readableBytes < plain.body.readableBytes)
        let html = String(buffer: plain.body)
        #expect(!html.contains("triesLeft") && plain.body.readableBytes < 16_000, "\(plain.body.readableBytes)")
        // What an address says stands on this page beside who is signed in: its size must not tell of both.
        #expect(try await get("/oauth2/authorize?client_id=c1&state=anna", headers).headers[.contentEncoding] == nil)
        let base = try StaticFiles().base
        for language in Language.allCases {
            for (area, word) in [("Base", "triesLeft"), ("Documents", "lostWithAccount")] {
                let words = try await get("\(base)/\(area)/words-\(language.rawValue).js")
                #expect(words.headers[.cacheControl] == "public, max-age=31536000, immutable")
                #expect(String(buffer: words.body).contains(word))
            }
        }
    }

    /// Words about documents come with the pages whose modules say them, and with no first page of a stranger.
    @Test func everyPageHasTheWordsThatItsModulesSay() async throws {
        let files = try StaticFiles()
        let sections = try ["Base", "Documents"].map { area in
            let file = try #require(files.files["\(area)/words-en.js"]).content()
            let json = Data(String(buffer: file).dropFirst("export default ".count).dropLast(2).utf8)
            return Set(try #require(JSONSerialization.jsonObject(with: json) as? [String: Any]).keys)
        }
        #expect(sections[0].isDisjoint(with: sections[1]) && sections[1].contains("viewer") && sections[0].contains("draw"))
        // What each module imports, and the sections of words that it says.
        var known: [String: (imports: [String], sections: Set<String>)] = [:]
        func look(at name: String) throws -> (imports: [String], sections: Set<String>) {
            if let found = known[name] { return found }
            guard !name.hasPrefix("pdfjs/"), let file = files.files[name] else { return ([], []) }
            let script = String(buffer: try file.content())
            let imports = script.matches(of: /(?:from|import)\s*\(?\s*"(\.{1,2}\/[^"]+)"/).map { match in
                let path = URL(filePath: "/" + name).deletingLastPathComponent().appending(path: String(match.1)).standardized.path
                return String(path.dropFirst())
            }
            let found = (imports, Set(script.matches(of: /\b(?:text|knows)\(["`]([a-zA-Z]+)\./).map { String($0.1) }))
            known[name] = found
            return found
        }
        let withoutDocuments = ["/", "/register", "/sign-in", "/oauth2/authorize?client_id=c1&state=%3Cb%3EAnna"]
        for path in Self.pages + withoutDocuments.prefix(3) + ["/offline", "/offline/view"] {
            let html = String(buffer: try await get(path, Self.pages.contains(path) ? Self.signedIn : [.accept: "text/html"]).body)
            let hasAll = html.contains(" data-document-words")
            #expect(withoutDocuments.contains(path) == !hasAll, "\(path)")
            var seen: Set<String> = []
            var waiting = html.matches(of: /<script type="module" src="\/static\/[0-9a-f]+\/([^"]+)"/).map { String($0.1) }
            while let name = waiting.popLast() {
                guard seen.insert(name).inserted else { continue }
                let module = try look(at: name)
                waiting += module.imports
                let missing = module.sections.subtracting(hasAll ? sections[0].union(sections[1]) : sections[0])
                #expect(missing.isEmpty, "\(path): \(name) says \(missing)")
            }
            #expect(seen.count > 1 || path == "/offline", "\(path)")
        }
    }

    @Test func aTabIsThePageItselfOnlyThere() async throws {
        func tab(_ path: String) async throws -> Substring? {
            String(buffer: try await get(path, Self.signedIn).body).firstMatch(of: /href="\/more" aria-current="([a-z]+)"/)?.1
        }
        #expect(try await tab("/more") == "page")
        #expect(try await tab("/profile") == "true")
        #expect(try await tab("/documents") == nil)
    }

    @Test func filesAreCompressedForWhoTakesItAndTheSameFileInside() async throws {
        let base = try StaticFiles().base
        let plain = try await get("\(base)/style.css")
        let packed = try await get("\(base)/style.css", [.acceptEncoding: "gzip, br"])
        #expect(plain.headers[.contentEncoding] == nil)
        #expect(packed.headers[.contentEncoding] == "gzip")
        #expect(packed.headers[.vary] == "Accept-Encoding")
        #expect(packed.headers[.eTag] != plain.headers[.eTag])
        #expect(packed.body.readableBytes < plain.body.readableBytes / 2)
        #expect(Array(packed.body.readableBytesView.prefix(2)) == [0x1F, 0x8B])
        #expect(String(buffer: plain.body).contains("--accent"))
        #expect(plain.headers[.contentLength] == String(plain.body.readableBytes))
    }
}
