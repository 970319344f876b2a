import Crypto
import Foundation
import Hummingbird
import Mustache
import NIOCore
import ParaphWire
import ServerKit

/// Makes HTML of pages: templates, texts and static files, read once at the start.
struct PageRenderer: Sendable {
    let files: StaticFiles
    private let templates: MustacheLibrary
    private let phrases: [Language: Phrases]

    init(_ resources: Resources = .built, fonts: [String] = []) throws {
        files = try StaticFiles(resources, fonts: fonts)
        var phrases: [Language: Phrases] = [:]
        for language in Language.allCases { phrases[language] = try Phrases(language, in: resources) }
        self.phrases = phrases
        var library = MustacheLibrary()
        for file in try resources.files("mustache") {
            do {
                try library.register(String(contentsOf: file.url, encoding: .utf8), named: file.name)
            } catch {
                throw WebUIError(file.path, "is not a template: \(error)")
            }
        }
        templates = library
    }

    func phrases(_ language: Language) -> Phrases {
        phrases[language] ?? Phrases.none
    }

    /// The words that the service worker shows of what is pushed, by language and category, as JSON.
    var alerts: String {
        let words = Language.allCases.map { language in
            let phrases = phrases(language)
            let shown = PushCategory.allCases.map { category in
                let key = "alert.shown.\(category.rawValue)"
                return (category.rawValue, ["title": phrases["\(key).title"], "text": phrases["\(key).text"]])
            }
            return (language.rawValue, Dictionary(uniqueKeysWithValues: shown))
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(Dictionary(uniqueKeysWithValues: words))).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }

    /// A page's HTML; `account` is who the menu of the account is of, and `cursor` from where on changes are followed.
    func html(_ page: some Page, context: ParaphContext, account: Person? = nil, cursor: String? = nil) -> String {
        let phrases = phrases(context.language)
        var values = page.values(phrases)
        values["t"] = phrases.tree
        values["lang"] = context.language.rawValue
        values["assets"] = files.base
        values["device"] = context.principal?.deviceID ?? ""
        values["cursor"] = cursor ?? ""
        values["title"] = values["title"] ?? phrases[page.title]
        values["scripts"] = page.scripts
        values["documentWords"] = type(of: page).hasDocumentWords
        values["showsPDF"] = files.files["pdfjs/pdf.js"] != nil
        if let area = page.area { values["in\(area.rawValue.capitalized)"] = true }
        if let account { values["signedInAs"] = account.fields }
        // What only leads to the page is not the page itself.
        values["currentArea"] = page.isAreaStart ? "page" : "true"
        values["languages"] = Language.allCases.map {
            ["code": $0.rawValue, "name": $0.ownName, "current": $0 == context.language] as [String: Any]
        }
        return templates.render(values, withTemplate: type(of: page).template) ?? ""
    }

    /// A page as an answer; none is kept by caches, for it may show what is the person's own.
    func response<Shown: Page>(
        _ page: Shown,
        context: ParaphContext,
        status: HTTPResponse.Status = .ok,
        account: Person? = nil,
        cursor: String? = nil,
        acceptsGzip: Bool = false
    ) -> Response {
        let html = html(page, context: context, account: account, cursor: cursor)
        var headers: HTTPFields = [
            .contentType: "text/html; charset=utf-8", .cacheControl: "no-store", .contentLanguage: context.language.rawValue,
        ]
        guard acceptsGzip, Shown.isCompressed, let compressed = Gzip.compressed(Array(html.utf8)) else {
            return Response(status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(string: html)))
        }
        headers[.contentEncoding] = "gzip"
        headers[.vary] = "Accept-Encoding"
        return Response(status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: compressed)))
    }
}

extension Language {
    /// The language's name in itself.
    var ownName: String {
        switch self {
        case .en: "English"
        case .ru: "Русский"
        case .fr: "Français"
        }
    }
}
