import Foundation
import Testing

@testable import ParaphTrust

@Test func objectIdentifiersReadAsTheyAreWritten() throws {
    let known: [(OID, String, [UInt8])] = [
        (.sha256, "2.16.840.1.101.3.4.2.1", [0x60, 0x86, 0x48, 1, 0x65, 3, 4, 2, 1]),
        (.data, "1.2.840.113549.1.7.1", [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 7, 1]), ([2, 999, 3], "2.999.3", [0x88, 0x37, 3]),
        ([0, 9], "0.9", [9]),
    ]
    for (oid, text, octets) in known {
        #expect(oid.octets == octets)
        #expect("\(oid)" == text)
        #expect(try OID(try Element(oid.der[...], "")) == oid)
    }
    for wrong: [UInt8] in [[6, 0], [6, 1, 0x80], [5, 1, 1], [6, 65] + [UInt8](repeating: 1, count: 65)] {
        #expect(throws: TrustError.self) { try OID(try Element(wrong[...], "")) }
    }
    // An arc beyond all bounds is no crash.
    let huge = try OID(try Element(([6, 20] + [UInt8](repeating: 0xff, count: 19) + [1])[...], ""))
    #expect("\(huge)".contains("huge"))
}

@Test func lengthsAreWrittenAndReadInEveryForm() throws {
    for count in [0, 1, 127, 128, 255, 256, 65535, 65536, 1 << 20] {
        let der = DER.octets([UInt8](repeating: 7, count: count))
        #expect(try Element(der[...], "").content.count == count)
        #expect(throws: TrustError.self) { try Element(der.dropLast(), "") }
        #expect(throws: TrustError.self) { try Element((der + [0])[...], "") }
    }
    for wrong: [UInt8] in [[], [4], [4, 0x81], [4, 0x84, 0xff, 0xff, 0xff, 0xff], [4, 0x85, 0, 0, 0, 0, 1, 0], [4, 0x80, 0, 0], [0x1f]] {
        #expect(throws: TrustError.self) { try Element(wrong[...], "") }
    }
}

@Test func numbersKeepTheirSign() throws {
    #expect(DER.integer(0) == [2, 1, 0])
    #expect(DER.integer(127) == [2, 1, 127])
    #expect(DER.integer(128) == [2, 2, 0, 128])
    #expect(DER.unsigned([0, 0, 0xff]) == [2, 2, 0, 0xff])
    #expect(DER.unsigned([]) == [2, 1, 0])
    for value in [0, 1, 255, 256, 1 << 40] { #expect(try Number(try Element(DER.integer(value)[...], ""), "").value == value) }
    for wrong: [UInt8] in [[2, 0], [2, 1, 0x80], [2, 9, 1, 0, 0, 0, 0, 0, 0, 0, 0]] {
        #expect(throws: TrustError.self) { try Number(try Element(wrong[...], ""), "") }
    }
}

@Test func openLengthsBecomeDefinite() throws {
    // SEQUENCE { OCTET STRING in three pieces, [0] { NULL } }, all of it open; then something else.
    let open: [UInt8] = [0x30, 0x80, 0x24, 0x80, 4, 1, 1, 4, 2, 2, 3, 0x24, 3, 4, 1, 4, 0, 0, 0xa0, 0x80, 5, 0, 0, 0, 0, 0]
    let (element, rest) = try Normaliser.definite((open + [9, 9])[...], "")
    #expect(Array(element) == [0x30, 10, 4, 4, 1, 2, 3, 4, 0xa0, 2, 5, 0])
    #expect(Array(rest) == [9, 9])
    // What is definite stays, byte for byte, even where a length is longer than it need be.
    let definite: [UInt8] = [0x30, 0x81, 4, 4, 2, 0x80, 0x80]
    #expect(Array(try Normaliser.definite((definite + [1])[...], "").element) == definite)
    for count in 0..<open.count { #expect(throws: TrustError.self) { try Normaliser.definite(open[..<count], "") } }
    let tower = [[UInt8]](repeating: [0x30, 0x80], count: 100_000).flatMap { $0 }
    let error = #expect(throws: TrustError.self) { try Normaliser.definite(tower[...], "") }
    #expect(error?.code == .tooLarge)
}

@Test func timesAreRead() throws {
    func date(_ tag: UInt8, _ text: String) throws -> TimeInterval {
        try Moment.date(try Element(DER.element(tag, Array(text.utf8))[...], ""), "").timeIntervalSince1970
    }
    #expect(try date(Tag.utcTime, "700101000000Z") == 0)
    #expect(try date(Tag.utcTime, "491231235959Z") == 2_524_607_999)
    #expect(try date(Tag.utcTime, "500101000000Z") == -631_152_000)
    #expect(try date(Tag.generalizedTime, "20240229120000Z") == 1_709_208_000)
    #expect(try date(Tag.generalizedTime, "20240229120000.25Z") == 1_709_208_000.25)
    #expect(try date(Tag.generalizedTime, "20240229140000+0200") == 1_709_208_000)
    #expect(try date(Tag.utcTime, "2402291200Z") == 1_709_208_000)
    #expect(try date(Tag.generalizedTime, "99991231235959Z") == 253_402_300_799)
    for wrong in [
        "", "Z", "20240229120000", "20241329120000Z", "20240200120000Z", "20240229240000Z", "20240229120000.Z", "2024022912000xZ",
    ] {
        #expect(throws: TrustError.self) { try date(Tag.generalizedTime, wrong) }
    }
    #expect(throws: TrustError.self) { try date(Tag.octetString, "20240229120000Z") }
}

@Test func setsStandInTheOrderOfDER() {
    #expect(DER.set([[2, 1, 9], [2, 1, 1], [1, 1, 0xff]]) == [0x31, 9, 1, 1, 0xff, 2, 1, 1, 2, 1, 9])
}
