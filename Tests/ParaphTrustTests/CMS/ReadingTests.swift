import Foundation
import ParaphTrust
import SwiftASN1
import Testing
import X509

private let content = Array("What is signed.\n".utf8)

// These need the openssl program; they are skipped where it is not installed.
@Suite(.enabled(if: OpenSSL.isThere)) struct ReadingTests {
    private func signed(_ options: String, key: String = "rsa:2048", form: String = "DER") throws -> (SignedData, TemporaryFolder) {
        let folder = try TemporaryFolder()
        try folder.write(content, "content")
        let kind = key == "ec" ? "ec -pkeyopt ec_paramgen_curve:P-384" : key
        try OpenSSL.must(
            "req -x509 -newkey \(kind) -keyout key.pem -out cert.pem -days 3650 -nodes -subj /CN=Ada -addext keyUsage=digitalSignature",
            in: folder.url
        )
        try OpenSSL.must(
            "cms -sign -binary -in content -signer cert.pem -inkey key.pem -outform \(form) -out message \(options)",
            in: folder.url
        )
        return (try SignedData(der: try folder.bytes("message")), folder)
    }

    private func judged(_ data: SignedData, _ bytes: [UInt8] = content) throws -> SignatureJudgement {
        let signer = try #require(data.signers.first)
        let digest = contentDigest(bytes, signer.digestAlgorithm ?? .sha256)
        return signer.judge(data.enclosedContent == nil ? .detached(digest) : .enclosed)
    }

    @Test(arguments: [
        "", "-md sha512", "-keyid", "-noattr", "-noattr -md sha384", "-cades", "-nosmimecap", "-keyopt rsa_padding_mode:pss",
        "-keyopt rsa_padding_mode:pss -md sha384 -keyid", "-nodetach", "-nodetach -noattr", "-stream -nodetach",
    ])
    func whatOpenSSLSignsWithRSAIsIntact(_ options: String) throws {
        let (data, _) = try signed(options)
        let judgement = try judged(data)
        #expect(judgement.integrity == .intact, "\(judgement.problems)")
        #expect(judgement.problems.map(\.code).filter { $0 != .certificateNotNamed } == [])
        #expect(judgement.certificate?.subjectName == "Ada")
        if data.enclosedContent == nil {
            #expect(try judged(data, content + [32]).integrity == .broken)
        }
    }

    @Test(arguments: ["-md sha384", "-md sha256", "-noattr -md sha384", "-cades -md sha512"])
    func whatOpenSSLSignsOnACurveIsIntact(_ options: String) throws {
        let (data, _) = try signed(options, key: "ec")
        #expect(try judged(data).integrity == .intact)
        #expect(try judged(data, []).integrity == .broken)
    }

    @Test func openLengthsAreMadeDefinite() throws {
        let (data, folder) = try signed("-nodetach -stream")
        // A streamed message leaves the outer lengths open.
        #expect(try folder.bytes("message")[1] == 0x80)
        #expect(data.der[1] != 0x80)
        #expect(data.enclosedContent == content)
        #expect(try judged(data).integrity == .intact)
    }

    @Test func sha1AndShortKeysAreJudgedAndNamed() throws {
        let (data, _) = try signed("-md sha1", key: "rsa:1024")
        let judgement = try judged(data)
        #expect(judgement.integrity == .intact)
        #expect(judgement.problems.filter { $0.code == .weakAlgorithm }.count == 2)
    }

    @Test func anUnknownDigestIsNamed() throws {
        let (data, _) = try signed("-md sha3-256")
        let judgement = try #require(data.signers.first).judge(.detached(contentDigest(content)))
        #expect(judgement.integrity == .indeterminate)
        #expect(judgement.problems.contains { $0.detail.contains("SHA3-256") })
    }

    @Test func severalSignersAreAllThere() throws {
        let folder = try TemporaryFolder()
        try TestPKI(folder).make()
        try folder.write(content, "content")
        try OpenSSL.must(
            "cms -sign -binary -in content -signer signer.pem -inkey signer.key -signer tsa.pem -inkey tsa.key -outform DER -out message",
            in: folder.url
        )
        let data = try SignedData(der: try folder.bytes("message"))
        #expect(data.signers.count == 2)
        let all = data.signers.map { $0.judge(.detached(contentDigest(content))).integrity }
        #expect(all == [.intact, .intact])
    }

    @Test func whatFollowsTheMessageIsNamed() throws {
        let (data, _) = try signed("")
        #expect(try judged(try SignedData(der: data.der + [0, 0])).problems.map(\.code) == [.certificateNotNamed])
        #expect(try judged(try SignedData(der: data.der + [0, 1])).problems.map(\.code) == [.malformed, .certificateNotNamed])
    }

    @Test func aMissingCertificateIsSaid() throws {
        let (data, _) = try signed("-nocerts")
        let judgement = try judged(data)
        #expect(judgement.integrity == .indeterminate)
        #expect(judgement.problems.map(\.code).contains(.certificateMissing))
    }

    @Test func theAttributesAreBoundToTheCertificate() throws {
        let (data, folder) = try signed("-cades")
        // Another certificate with the same name, number and key, but other bytes.
        try OpenSSL.must("x509 -in cert.pem -serial -noout", in: folder.url)
        let serial = try OpenSSL.run("x509 -in cert.pem -serial -noout", in: folder.url).output.dropFirst(7).prefix { $0 != "\n" }
        try OpenSSL.must(
            "req -x509 -key key.pem -out other.pem -days 30 -subj /CN=Ada -set_serial 0x\(serial)",
            in: folder.url
        )
        let other = try #require(try [Certificate](pem: try folder.text("other.pem")).first)
        let own = try #require(data.certificates.first)
        let swapped = try data.der.replacing(try encoded(own), by: try encoded(other))
        let judgement = try judged(try SignedData(der: swapped))
        #expect(judgement.integrity == .broken)
        #expect(judgement.problems.map(\.code) == [.certificateMismatch])
    }

    @Test func everyAlteredByteIsNoticedOrUnreadable() throws {
        let (data, _) = try signed("-cades -nodetach")
        let certificate = try encoded(try #require(data.certificates.first))
        let start = try #require(data.der.firstRange(of: certificate)).upperBound
        for position in start..<data.der.count {
            var bytes = data.der
            bytes[position] ^= 0x04
            guard let altered = try? SignedData(der: bytes), let signer = altered.signers.first else { continue }
            let judgement = signer.judge(.enclosed)
            // The version says nothing that is judged, and the signer's digest says again what its attributes do.
            #expect(judgement.integrity != .intact || bytes[position - 1] == 1, "byte \(position - start)")
        }
    }
}

func encoded(_ certificate: Certificate) throws -> [UInt8] { Array(try certificate.serializeAsPEM().derBytes) }

extension [UInt8] {
    /// The same with some bytes replaced by others, and the lengths of the constructed elements around them set right.
    func replacing(_ old: [UInt8], by new: [UInt8]) throws -> [UInt8] {
        guard let range = firstRange(of: old) else { throw TrustError(.missing, "nothing to replace") }
        func rewrite(_ slice: ArraySlice<UInt8>) -> [UInt8] {
            if slice.startIndex == range.lowerBound, slice.count == old.count { return new }
            guard slice.startIndex <= range.lowerBound, slice.endIndex >= range.upperBound else { return Array(slice) }
            var content: [UInt8] = []
            let (head, parts) = split(slice)
            for part in parts { content += rewrite(part) }
            var length: [UInt8] = []
            var rest = content.count
            while rest > 0 {
                length.insert(UInt8(rest & 0xff), at: 0)
                rest >>= 8
            }
            return [head] + (content.count < 128 ? [UInt8(content.count)] : [0x80 | UInt8(length.count)] + length) + content
        }
        return rewrite(self[...])
    }

    /// The tag of an element, and the elements within it.
    private func split(_ slice: ArraySlice<UInt8>) -> (UInt8, [ArraySlice<UInt8>]) {
        func extent(_ from: Int) -> (content: Int, end: Int) {
            let first = Int(self[from + 1])
            guard first >= 0x80 else { return (from + 2, from + 2 + first) }
            let count = first & 0x7f
            let length = self[(from + 2)..<(from + 2 + count)].reduce(0) { $0 << 8 | Int($1) }
            return (from + 2 + count, from + 2 + count + length)
        }
        var parts: [ArraySlice<UInt8>] = []
        var position = extent(slice.startIndex).content
        while position < slice.endIndex {
            let end = extent(position).end
            parts.append(self[position..<end])
            position = end
        }
        return (self[slice.startIndex], parts)
    }
}
