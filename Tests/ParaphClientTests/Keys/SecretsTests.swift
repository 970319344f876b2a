import Crypto
import Foundation
import ParaphWire
import Testing

@testable import ParaphClient
@testable import ParaphClientTestSupport

@Suite struct SecretsTests {
    private static func inFolder(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "paraph-secrets-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder)
    }

    @Test func secretsInFilesAreSealedForTheirNameAndTheirOwner() async throws {
        try await Self.inFolder { folder in
            let secrets = try FileSecrets(folder: folder)
            #expect(try secrets.read("token") == nil)
            try secrets.write(Array("first".utf8), as: "token")
            try secrets.write(Array("a secret".utf8), as: "token")
            #expect(try FileSecrets(folder: folder).read("token") == Array("a secret".utf8))
            let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            // SHA-256 of the name, by which every version finds it.
            let place = "3c469e9d6c5875d37a43f353d4f88e61fcf812c66eee3457465a40b0da4153e0"
            #expect(Set(files.map(\.lastPathComponent)) == ["secrets.key", place])
            for file in files {
                let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? NSNumber
                #expect(mode?.intValue == 0o600)
                #expect(try Data(contentsOf: file).range(of: Data("secret".utf8)) == nil)
            }
            // One that stands in another's place does not open.
            try secrets.write(Array("b".utf8), as: "other")
            let places = files.map(\.lastPathComponent)
            let other = try #require(
                try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
                    .first { !places.contains($0.lastPathComponent) }
            )
            let token = try #require(files.first { $0.lastPathComponent != "secrets.key" })
            try Data(contentsOf: token).write(to: other)
            #expect(throws: ClientError(.storage, "")) { try secrets.read("other") }
            try secrets.remove("token")
            try secrets.remove("token")
            #expect(try secrets.read("token") == nil)
        }
    }

    @Test func aKeyThatOthersCanReadIsRefused() async throws {
        try await Self.inFolder { folder in
            try FileSecrets(folder: folder).write([1], as: "token")
            let key = folder.appending(path: "secrets.key")
            try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: key.path)
            #expect(throws: ClientError(.storage, "")) { try FileSecrets(folder: folder) }
        }
    }

    @Test func aKeySignsWhatItsPublicPartVerifies() async throws {
        let keys = StoredKeys(in: MemorySecrets())
        let key = try keys.make()
        let found = try #require(try keys.find(key.id))
        #expect(found.publicKey == key.publicKey && key.publicKey.count == 65)
        let announced = try await found.announced(for: "request", as: DeviceDescription(name: "Phone"))
        let message = Array("paraph-device-v1".utf8) + [0] + Array("request".utf8) + [0] + key.publicKey
        let proof = try P256.Signing.ECDSASignature(rawRepresentation: announced.proof.bytes)
        #expect(try P256.Signing.PublicKey(x963Representation: key.publicKey).isValidSignature(proof, for: message))
        try keys.remove(key.id)
        #expect(try keys.find(key.id) == nil)
    }

    @Test func namesAreComparedAsTheServerDoes() {
        for (typed, compared) in [
            (" Anna@Example.ORG\n", "anna@example.org"), ("ＡＤＭＩＮ", "admin"), ("İvan", "ivan"), ("straße@x.org", "straße@x.org"),
        ] {
            #expect(ComparedName(typed).text == compared)
        }
    }
}
