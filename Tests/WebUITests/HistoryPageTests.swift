import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import ServerKit
import Testing

@testable import WebUI

struct HistoryPageTests {
    private func get(_ path: String, _ headers: HTTPFields) async throws -> TestResponse {
        try await Application(router: FakeAPI().router()).test(.router) { client in
            try await client.executeRequest(uri: path, method: .get, headers: headers, body: nil)
        }
    }

    @Test(arguments: Language.allCases, [nil, "anna=1"])
    func everyLanguageTellsAHistoryWithoutMarkupOfOthers(_ language: Language, _ cookie: String?) async throws {
        var headers: HTTPFields = [.accept: "text/html", .acceptLanguage: language.rawValue]
        headers[.cookie] = cookie
        for path in ["/documents?documentid=f1", "/documents/?documentid=f1"] {
            let response = try await get(path, headers)
            let html = String(buffer: response.body).replacing("/History/history.js", with: "")
            #expect(response.status == .ok && html.contains(#"<html lang="\#(language.rawValue)""#))
            #expect(!html.contains("{{") && !html.contains("<b>Anna") && !html.contains("<i>text"))
            // The key of a phrase that there is not; a sentence ends otherwise.
            #expect(html.firstMatch(of: /history\.[a-zA-Z]/) == nil)
            #expect(html.contains(#"<nav class="tabs""#) == (cookie != nil))
            #expect(html.contains(language == .en ? "0.31" : "0,31") && html.contains(language == .en ? "0.94" : "0,94"))
            #expect(html.contains(#"class="turned-6" src="/v1/documents/f1/signatures/g2/photo""#))
            // On its page and in the line of time; where it is not kept the page says so.
            #expect(html.components(separatedBy: #"src="/v1/documents/f1/signatures/g2/ink""#).count == 3)
            #expect(!html.contains("g1/ink") && html.components(separatedBy: "data-no-ink").count == 2)
            #expect(html.contains("0.0000°, −180.0000°") && html.contains("data-forked"))
            #expect(html.contains(#"class="lane-0 newest""#) && html.contains(#"class="lane-1 newest""#))
            // On its page and in the line of time.
            if language == .en { #expect(html.components(separatedBy: "Drawn for version 2").count == 3) }
            // The way back, and who was invited.
            #expect(html.contains(#"href="/documents/view#file-k1""#) && html.contains("&lt;u&gt;Lease.pdf"))
            #expect(html.contains("&lt;s&gt;Boris") && !html.contains("<s>") && !html.contains("data-here"))
            #expect(html.contains("href=\"/v1/documents/f1/evidence?language=\(language.rawValue)\""))
        }
    }

    @Test func aHistoryThatIsNotThereIsNotFound() async throws {
        #expect(try await get("/documents?documentid=f2", [.accept: "text/html"]).status == .notFound)
        #expect(try await get("/documents?documentid=", [.accept: "text/html", .cookie: "anna=1"]).headers[.location] == "/documents")
    }
}
