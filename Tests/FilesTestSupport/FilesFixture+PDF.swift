import Foundation

extension FilesFixture {
    private static let tests = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "..").standardizedFileURL

    /// A file of the tests.
    static func file(at path: String) throws -> [UInt8] { Array(try Data(contentsOf: tests.appending(path: path))) }

    /// A PDF of some pages, and entries of its catalog and further objects from 10 on.
    static func pdf(pages: Int = 1, catalog: String = "", page: String = "", more: [String] = []) -> [UInt8] {
        var objects = [1: "<</Type/Catalog/Pages 2 0 R\(catalog)>>"]
        objects[2] = "<</Type/Pages/Kids[\((0..<pages).map { "\($0 + 3) 0 R" }.joined(separator: " "))]/Count \(pages)>>"
        for index in 0..<pages { objects[index + 3] = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]\(page)>>" }
        for (index, object) in more.enumerated() { objects[index + 10] = object }
        var text = "%PDF-1.7\n"
        var table = "xref\n0 1\n0000000000 65535 f \n"
        for (number, object) in objects.sorted(by: { $0.key < $1.key }) {
            table += "\(number) 1\n\(String(repeating: "0", count: 10 - String(text.utf8.count).count))\(text.utf8.count) 00000 n \n"
            text += "\(number) 0 obj\n\(object)\nendobj\n"
        }
        let start = text.utf8.count
        return Array((text + table + "trailer\n<</Root 1 0 R/Size \(10 + more.count)>>\nstartxref\n\(start)\n%%EOF\n").utf8)
    }
}
