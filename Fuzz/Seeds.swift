import Foundation
import ParaphInk
import ParaphInkFormats
import ParaphVerification
import Passkeys

/// Writes the first inputs of every target with our own encoders: `seeds FOLDER`.
@main
struct Seeds {
    static func main() throws {
        let folder = URL(fileURLWithPath: CommandLine.arguments[1])
        for (number, sample) in samples.enumerated() {
            for format in InkFormat.allCases {
                let bytes = try format.encode(sample)
                for target in [targets[format], "InkFormat"] {
                    try write(bytes, to: folder, target, "\(format)-\(number)")
                }
            }
            try write(sample.encoded(), to: folder, "Rendering", "\(number)")
            try write(
                PNG.encode(sample.bitmap(width: 16, height: 9)),
                to: folder,
                "Photo",
                "\(number).png"
            )
        }
        try write(
            Array("x,y,time_s\n(1, 2, 0)\n(3; 4; 0.01)\n".utf8),
            to: folder,
            "SignPass",
            "brackets"
        )
        try write(Array("[[1,2,3],[\"4\",5,6]]".utf8), to: folder, "SignPass", "json")
        try write(
            Array("[\(String(decoding: SignToLoginFormat.encode(samples[0]), as: UTF8.self))]".utf8),
            to: folder,
            "SignToLogin",
            "list"
        )
        try write(
            Array(
                "{\"dot_count\":\"1\",\"signature_contents\":[{\"x\":\"1\",\"y\":2.5e1,\"p\":700}]}".utf8
            ),
            to: folder,
            "SignToLogin",
            "text"
        )
        let signer = SyntheticSigner(seed: 1)
        for number in 0..<3 {
            let sample = signer.genuine(number)
            try write(sample.encoded(), to: folder, "Verification", "genuine-\(number)")
            try write(ReplayTrace(of: sample).encoded(), to: folder, "ReplayTrace", "\(number)")
        }
        for (number, tool) in [Sample.Tool.finger, .pen].enumerated() {
            let signer = SyntheticSigner(seed: 2, tool: tool)
            let outcome = Verifier(policy: VerificationPolicy(referenceCount: 3)).enrol(
                (0..<3).map { signer.genuine($0) }
            )
            if let template = outcome.template {
                try write(template.encoded(), to: folder, "Template", "\(number)")
            }
        }
        try write(Array("a=1&b=%D0%B6+c&a=".utf8), to: folder, "FormBody", "form")
        for (number, input) in passkeys.enumerated() {
            try write(input, to: folder, "Passkey", "\(number)")
        }
        try write(multipart, to: folder, "MultipartBody", "multipart")
        try write(record, to: folder, "ISO19794", "channels")
        try write(jpeg, to: folder, "Photo", "jpeg")
        try write((0..<101).map { UInt8($0 % 7) }, to: folder, "PNG", "pixels")
    }

    private static let targets: [InkFormat: String] = [
        .paraph: "SampleCodec", .signToLogin: "SignToLogin", .signPass: "SignPass", .svc2004: "SVC2004",
        .iso19794: "ISO19794",
    ]

    private static func write(_ bytes: [UInt8], to folder: URL, _ target: String?, _ name: String)
        throws
    {
        guard let target else { return }
        let place = folder.appendingPathComponent(target)
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        try Data(bytes).write(to: place.appendingPathComponent(name))
    }

    /// A sample for every set of channels, of two strokes and a dot.
    private static let samples = (UInt8(0)...15).map { channels in
        let all = Sample.Channels(rawValue: channels)
        var sample = Sample(
            channels: all,
            tool: .pen,
            unitsPerMillimetre: channels % 3 == 0 ? 100 : nil
        )
        for (start, count) in [(0, 4), (40, 1), (45, 4)] {
            var stroke = Stroke()
            for index in 0..<count {
                let step = Double(index)
                var point = Point(x: Double(start) * 3 + step * 2, y: step * step)
                if channels > 7 { point.y += 0.25 }
                if all.contains(.time) { point.time = (Double(start) + step) * 10 }
                if all.contains(.pressure) { point.pressure = (step + 1) / 8 }
                if all.contains(.azimuth) { point.azimuth = (step + 1) / 4 }
                if all.contains(.altitude) { point.altitude = (step + 1) / 4 }
                stroke.points.append(point)
            }
            sample.strokes.append(stroke)
        }
        return sample
    }

    /// An ISO record with steps of time, a constant channel and extended data.
    private static let record: [UInt8] =
        Array("SDI\0 10\0".utf8) + [
            0xC0, 0xA6, 0, 0, 0x94, 0xCF, 0xA0, 0, 10, 0, 0x80, 0xB8, 0, 0x80, 0xB8, 0, 0, 0x80, 0, 0, 2,
        ]
        + [0x80, 1, 0x80, 2, 1, 1, 0, 1, 0, 0x80, 3, 0x80, 2, 1, 1, 0, 1, 0] + [0, 2, 7, 7]

    /// A small JPEG with EXIF data.
    private static let jpeg: [UInt8] =
        [0xFF, 0xD8, 0xFF, 0xE0, 0, 16] + Array("JFIF\0".utf8) + [1, 2, 1, 0, 72, 0, 72, 0, 0] + [
            0xFF, 0xE1, 0, 34,
        ]
        + Array("Exif\0\0II*\0".utf8)
        + [8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0] + [
            0xFF, 0xDB, 0, 4, 0, 1,
        ]
        + [
            0xFF, 0xC0, 0, 11, 8, 0, 8, 0, 8, 1, 1, 0x11, 0, 0xFF, 0xC4, 0, 4, 0, 1, 0xFF, 0xDA, 0, 8, 1,
            1, 0, 0, 63, 0,
        ]
        + [0x12, 0xFF, 0, 0xFF, 0xD0, 0x34, 0xFF, 0xD9]

    /// A key, authenticator data with and without it, an attestation, and client data; each after the byte that chooses its reader.
    private static let passkeys: [[UInt8]] = {
        let coordinate = CBORValue.bytes([UInt8](repeating: 5, count: 32))
        let key = CBORValue.map([1: 2, 3: -7, -1: 1, -2: coordinate, -3: coordinate]).encoded
        let hash = [UInt8](repeating: 3, count: 32)
        let data = hash + [0xDD, 0, 0, 0, 9] + [UInt8](repeating: 0, count: 16) + [0, 4, 1, 2, 3, 4] + key
        let extensions = CBORValue.map([.text("credProtect"): 2]).encoded
        let attestation = CBORValue.map([
            .text("fmt"): .text("none"), .text("attStmt"): .map([:]), .text("authData"): .bytes(data),
        ])
        let client =
            #"{"type":"webauthn.get","challenge":"AAAA","origin":"https://a.example","crossOrigin":false,"x":[1.5e3,null,"\u00e9"]}"#
        let answer =
            #"{"passkey":{"claims":{"rid":"r","nonce":"n","aud":"https://a.example","msg":"\u00e9\n«","smp":"s","att":1,"iat":1,"dec":"approve"},"#
            + #""credentialId":"AAAA","clientDataJSON":"e30","authenticatorData":"AAAA","signature":"AAAA"},"sample":"AAAA"}"#
        return [
            [0] + key, [0] + attestation.encoded, [1] + hash + [5, 0, 0, 0, 1], [1] + data + extensions, [2] + attestation.encoded,
            [3] + Array(client.utf8), [4] + Array(answer.utf8),
        ]
    }()

    /// A form with a field and a file; its boundary is "b".
    private static let multipart = Array(
        ("--b\r\nContent-Disposition: form-data; name=\"email\"\r\n\r\na@b\r\n"
            + "--b\r\ncontent-disposition: form-data; name=photo; filename=\"me.jpg\"\r\nContent-Type: image/jpeg\r\n\r\n\r\n\r\n--b--\r\n")
            .utf8
    )
}
