import Foundation
import ParaphInk
import ParaphInkFormats

/// Real signatures of SVC2004, for development only: they are read where they lie and never copied into the project.
enum RealSignatures {
    static let folder: URL = {
        let shared =
            ProcessInfo.processInfo.environment["PARAPH_SHARED"].map { URL(filePath: $0) }
            ?? URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../../shared").standardized
        return shared.appending(path: "data/svc2004-task2")
    }()

    static let areThere = FileManager.default.fileExists(atPath: folder.appending(path: "U1S1.TXT").path)
    static let users = 1...40

    /// A person's twenty genuine samples; the first ten are of session 1.
    static func genuine(_ user: Int) throws -> [Sample] {
        try (1...20).map { try sample(user, $0) }
    }

    /// The twenty skilled forgeries of a person's signature.
    static func forgeries(_ user: Int) throws -> [Sample] {
        try (21...40).map { try sample(user, $0) }
    }

    private static func sample(_ user: Int, _ number: Int) throws -> Sample {
        try SVC2004Format.decode(Array(Data(contentsOf: folder.appending(path: "U\(user)S\(number).TXT"))))
    }
}
