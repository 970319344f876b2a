import Foundation
import ParaphInk
import Testing

@Suite struct MarkTests {
    @Test func theMarkOnThePagesIsDrawnByOurInk() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let file = root.appending(path: "Sources/WebUI/Areas/Base/mark.svg")
        if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" { try Data(Sample.markSVG.utf8).write(to: file) }
        #expect(try String(contentsOf: file, encoding: .utf8) == Sample.markSVG)
        try Sample.mark.validate()
    }
}
