import Foundation
import ParaphWire
import Testing

@testable import Identity

/// Telephone numbers as people type and paste them.
struct PhoneNumberTests {
    private struct Case: Decodable {
        var typed: String
        var country: String?
        var number: String?
        var fault: String?
    }

    /// The table that holds the pages too (`phone.test.js`).
    private static func cases() throws -> [Case] {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Pages/phones.json").standardizedFileURL
        return try JSONDecoder().decode([Case].self, from: Data(contentsOf: file))
    }

    @Test func numbersAreReadAsThePagesReadThem() throws {
        let cases = try Self.cases()
        #expect(cases.count > 60)
        for one in cases {
            do throws(PhoneNumber.Fault) {
                let number = try PhoneNumber(typed: one.typed, country: one.country)
                #expect(number.text == one.number, "\(one.typed.debugDescription)")
            } catch {
                #expect(error.rawValue == one.fault, "\(one.typed.debugDescription)")
            }
        }
    }

    @Test func pagesHaveTheSameNumberingPlans() throws {
        let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources").standardizedFileURL
        let tables = try ["ParaphWire/Identity/NumberingPlan.swift", "WebUI/Areas/Register/phone.js"].map { path in
            let text = try String(contentsOf: sources.appending(path: path), encoding: .utf8)
            return text.matches(of: /[0-9]+ (-|[0-9]+) (-|[0-9a-f]+) (-|[A-Z]{2}(,[A-Z]{2})*);/).map { String($0.0) }
        }
        #expect(tables[0] == tables[1])
        #expect(tables[0].count > 200)
    }

    @Test func aProfileHoldsTheWrittenFormOnly() throws {
        for one in try Self.cases() {
            guard let number = one.number else { continue }
            try Profile(userName: "Anna", phoneNumber: number).check()
            guard one.typed != number else { continue }
            #expect(throws: Problem.self, "\(one.typed)") { try Profile(userName: "Anna", phoneNumber: one.typed).check() }
        }
    }
}
