import Foundation
import ParaphInk
import ParaphInkFormats
import ServerKit
import SignToLoginDialect

extension SignToLoginParameters {
    /// A position on the Earth, WGS 84.
    struct Location: Codable, Hashable, Sendable {
        var latitude: Double
        var longitude: Double
    }

    /// The size of a screen, in its own units.
    struct Resolution: Codable, Hashable, Sendable {
        var width: Double
        var height: Double
    }

    /// Where the person is, if they allowed to tell.
    func location() throws(SignToLoginRefusal) -> Location? {
        let rule = "must be an object such as {\"lat\": 29.1171176, \"lon\": 30.1171176} in degrees"
        guard let numbers = try numbers(in: "location", named: ["lat", "lon"], rule: rule) else { return nil }
        guard (-90...90).contains(numbers[0]), (-180...180).contains(numbers[1]) else { throw SignToLoginRefusal("location", rule) }
        return Location(latitude: numbers[0], longitude: numbers[1])
    }

    /// The size of the screen that the signature was drawn on.
    func requiredResolution() throws(SignToLoginRefusal) -> Resolution {
        let rule = "must be an object such as {\"width\": 1024, \"height\": 768}"
        guard let numbers = try numbers(in: "resolution", named: ["width", "height"], rule: rule) else {
            throw SignToLoginRefusal("resolution", "is missing; it \(rule)")
        }
        guard numbers.allSatisfy({ (1...1_000_000).contains($0) }) else { throw SignToLoginRefusal("resolution", rule) }
        return Resolution(width: numbers[0], height: numbers[1])
    }

    /// The pressure that the device reports; 0 where it reports none.
    func requiredPressure() throws(SignToLoginRefusal) -> Double {
        let rule = "must be a number from 0 to 65535; 0 where the device has none"
        guard let text = try text("pressure") else { throw SignToLoginRefusal("pressure", "is missing; it \(rule)") }
        var cursor = JSONCursor(Array(text.utf8))
        do throws(FormatError) {
            guard let number = try cursor.number(), (0...65535).contains(number) else { throw FormatError(.outOfRange, rule) }
            try cursor.end()
            return number
        } catch {
            throw SignToLoginRefusal("pressure", rule)
        }
    }

    /// The signatures of a registration: 1 to `limit`.
    func requiredSignatures(atMost limit: Int) throws(SignToLoginRefusal) -> [Sample] {
        guard let json = try structure("signatures") else { throw SignToLoginRefusal("signatures", "is missing") }
        do throws(FormatError) {
            let samples = try SignToLoginFormat.decodeList(json, atMost: limit)
            guard !samples.isEmpty else { throw FormatError(.empty, "There are none; send the signatures that were drawn.") }
            return samples.map(\.drawnByFinger)
        } catch {
            throw SignToLoginRefusal("signatures", "cannot be read: \(error)")
        }
    }

    /// The signature to compare.
    func requiredSignature() throws(SignToLoginRefusal) -> Sample {
        guard let json = try structure("signature") else { throw SignToLoginRefusal("signature", "is missing") }
        do throws(FormatError) {
            return try SignToLoginFormat.decode(json).drawnByFinger
        } catch {
            throw SignToLoginRefusal("signature", "cannot be read: \(error)")
        }
    }

    /// A picture without anything but the picture; in JSON it is base64, plain or as a `data:` URL.
    func photo() throws(SignToLoginRefusal) -> Photo? {
        let bytes: [UInt8]
        if case .file(let file) = self["photo"] {
            bytes = file
        } else if let text = try text("photo") {
            let base64 = text.hasPrefix("data:") ? text[(text.firstIndex(of: ",").map(text.index(after:)) ?? text.endIndex)...] : text[...]
            guard let data = Data(base64Encoded: String(base64), options: .ignoreUnknownCharacters), !data.isEmpty else {
                throw SignToLoginRefusal("photo", "must be a JPEG or PNG picture, in JSON as base64 (RFC 4648)")
            }
            bytes = Array(data)
        } else {
            return nil
        }
        do throws(FormatError) {
            return try Photo.sanitised(bytes, limits: Photo.Limits(bytes: 5_000_000))
        } catch {
            throw SignToLoginRefusal("photo", "cannot be taken: \(error.message)")
        }
    }

    /// Numbers of an object, all of which must be there; members of other names are skipped.
    private func numbers(in parameter: String, named names: [String], rule: String) throws(SignToLoginRefusal) -> [Double]? {
        guard let json = try structure(parameter) else { return nil }
        var found: [Double?] = names.map { _ in nil }
        var cursor = JSONCursor(json)
        do throws(FormatError) {
            try cursor.object { (cursor, name) throws(FormatError) in
                if let index = names.firstIndex(of: name) {
                    found[index] = try cursor.number()
                } else {
                    try cursor.skip()
                }
            }
            try cursor.end()
        } catch {
            throw SignToLoginRefusal(parameter, rule)
        }
        let numbers = found.compactMap { $0 }
        guard numbers.count == names.count else { throw SignToLoginRefusal(parameter, rule) }
        return numbers
    }
}

extension Sample {
    /// The same sample, known to be drawn on a touch screen: the dialect is that of such devices and has no word for others.
    fileprivate var drawnByFinger: Sample {
        var sample = self
        sample.tool = .finger
        return sample
    }
}
