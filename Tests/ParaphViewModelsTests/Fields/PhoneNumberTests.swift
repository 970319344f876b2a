import Foundation
import Testing

@testable import ParaphViewModels

/// Telephone numbers as people type and paste them.
@Suite struct PhoneNumberTests {
    private struct Case: Decodable {
        var typed: String
        var number: String?
        var fault: String?
    }

    /// The table that holds the server and the pages too.
    @Test func numbersAreReadAsTheServerReadsThem() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Pages/phones.json").standardizedFileURL
        let cases = try JSONDecoder().decode([Case].self, from: Data(contentsOf: file))
        #expect(cases.count > 60)
        for one in cases {
            do throws(PhoneNumber.Fault) {
                let number = try PhoneNumber(typed: one.typed)
                #expect(number.text == one.number, "\(one.typed.debugDescription)")
            } catch {
                #expect(error.rawValue == one.fault, "\(one.typed.debugDescription)")
            }
        }
    }
}
