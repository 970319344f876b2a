import ParaphWire
import Testing

@testable import ServerKit

/// The XML of small messages.
@Suite struct XMLBodyTests {
    private func read(_ text: String) throws -> [String] {
        let message = try XMLBody.decode(Array(text.utf8))
        return [message.name] + message.members.map { "\($0.name)=\($0.text)" }
    }

    @Test func readsAnElementWithChildrenThatHoldText() throws {
        #expect(try read("<request/>") == ["request"])
        #expect(try read("<request></request>") == ["request"])
        let text = """
            \u{FEFF}<?xml version="1.0" encoding="utf-8"?>
            <!-- a comment -->
            <sp:request xmlns:sp="urn:x" xsi:note='a&amp;b > c'>
              <user id="1">anna@example.org</user><!-- another -->
              <purpose>1 &lt; 2 &amp; &#233;&#xE9;<![CDATA[<b>&amp;]]>\r\n!</purpose><bank />
            </sp:request>
            <!-- the last -->

            """
        #expect(try read(text) == ["request", "user=anna@example.org", "purpose=1 < 2 & éé<b>&amp;\n!", "bank="])
    }

    @Test func refusesWhateverElseThereIsInXML() throws {
        let wrong = [
            "", " ", "x", "<a", "<a>", "<a></b>", "<a/><b/>", "<a>text</a>", "<a><b><c/></b></a>", "<a><b></a></b>",
            "<!DOCTYPE a><a/>", "<!DOCTYPE a [<!ENTITY b \"c\">]><a><c>&b;</c></a>", "<?php x?><a/>", "<a><?x y?></a>",
            "<a><b>&c;</b></a>", "<a><b>&#0;</b></a>", "<a><b>&#xD800;</b></a>", "<a><b>&amp</b></a>", "<a><b>\u{0}</b></a>",
            "<a><b>]]></b></a>", "<a><b><![CDATA[x</b></a>", "<a><!-- x -- y --></a>", "<a b></a>", "<a b=c/>", "<a b='1' b='2'/>",
            "<a b='<'/>", "<a b='1'c='2'/>", "<1/>", "<a:/>", "<a:b:c/>", "<?xml version=\"1.0\" encoding=\"UTF-16\"?><a/>",
            "<?xml version=\"1.1\"?><a/>", " <?xml version=\"1.0\"?><a/>",
        ]
        for text in wrong { #expect(throws: Problem.self, "\(text)") { try read(text) } }
        #expect(throws: Problem.self) { try XMLBody.decode([0x3C, 0x61, 0x3E, 0xFF, 0x3C, 0x2F, 0x61, 0x3E]) }
    }

    @Test func keepsItsLimits() throws {
        let most = String(repeating: "<b/>", count: XMLBody.memberLimit)
        #expect(try read("<a>\(most)</a>").count == XMLBody.memberLimit + 1)
        #expect(throws: Problem.self) { try read("<a>\(most)<b/></a>") }
        let name = String(repeating: "n", count: XMLBody.nameLimit)
        #expect(try read("<\(name)/>") == [name])
        #expect(throws: Problem.self) { try read("<\(name)n/>") }
        let attributes = (0..<XMLBody.attributeLimit).map { " a\($0)=''" }.joined()
        #expect(try read("<a\(attributes)/>") == ["a"])
        #expect(throws: Problem.self) { try read("<a\(attributes) b=''/>") }
        let text = String(repeating: "x", count: XMLBody.bodyLimit - 14)
        #expect(try read("<a><b>\(text)</b></a>").count == 2)
        #expect(throws: Problem.self) { try read("<a><b>\(text)x</b></a>") }
        #expect(throws: Problem.self) { try read(String(repeating: "<a>", count: 10_000)) }
    }

    @Test func whatIsWrittenReadsTheSame() throws {
        let message = XMLBody.Message("result", [("error", "a < b & c > d \"e\"\r\n"), ("state", ""), ("state", "\u{1F44D}")])
        let bytes = XMLBody.encode(message)
        let again = try XMLBody.decode(bytes)
        #expect(again.name == message.name && again.members.map(\.text) == message.members.map(\.text))
        #expect(String(decoding: bytes, as: UTF8.self).contains("a &lt; b &amp; c &gt; d"))
    }
}
