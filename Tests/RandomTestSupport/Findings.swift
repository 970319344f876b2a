import Foundation

/// What a fuzz target found once: the files of a folder of `Fuzz/Findings`, which tests read without a fuzzer; see Fuzz/README.md.
///
/// Each case is read by the `FindingsTests` of one module; which, they say in a `switch`, so that none is forgotten.
public enum Findings: String, CaseIterable, Sendable {
    case inkFormat = "InkFormat"
    case iso19794 = "ISO19794"
    case pdfChanges = "PDFChanges"
    case pdfFile = "PDFFile"
    case pdfSyntax = "PDFSyntax"

    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../Fuzz/Findings").standardizedFileURL

    /// The names of all folders that are there.
    ///
    /// - Throws: where there is no place for them.
    public static func folders() throws -> [String] {
        try names(in: folder)
    }

    /// The inputs that were found; at least one.
    ///
    /// - Throws: where the folder is missing or empty.
    public func inputs() throws -> [[UInt8]] {
        let place = Self.folder.appendingPathComponent(rawValue)
        let names = try Self.names(in: place)
        guard !names.isEmpty else { throw CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: place.path]) }
        return try names.map { [UInt8](try Data(contentsOf: place.appendingPathComponent($0))) }
    }

    private static func names(in place: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: place.path).filter { !$0.hasPrefix(".") }.sorted()
    }
}
