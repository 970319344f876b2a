import Dispatch
import Foundation
import ParaphTrust
import X509

/// Whatever is sent to the responder or to the timestamp service is answered; what an answer repeats is what was sent.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = bytes(data, count)
    if let query = try? OCSPQuery(der: input) {
        require((1...OCSPQuery.countLimit).contains(query.serials.count), "a request is read that asks about nothing, or about too much")
        let answer = try? service.issuer.answer(query, made: date, next: date.addingTimeInterval(60)) { _ in .good }
        let response = answer.flatMap { try? OCSPResponse(der: $0) }
        require(response != nil, "an answer of ours cannot be read")
    }
    let done = DispatchSemaphore(value: 0)
    Task.detached {
        let answer = await service.timestamps.answer(input, at: date)
        require(answer.count > 2 && answer.count < 2 * TimestampIssuer.requestLimit, "an answer is missing or too long")
        done.signal()
    }
    done.wait()
    return 0
}

private let date = Date(timeIntervalSince1970: 1_800_000_000)
private let service = makeService()

private func makeService() -> (issuer: CertificateIssuer, timestamps: TimestampIssuer) {
    do {
        let validity = date.addingTimeInterval(-86_400)..<date.addingTimeInterval(86_400)
        let issuer = try CertificateIssuer.root(CertificateName(commonName: "Root"), key: .p256(), validity: validity)
        let key = MemoryKey.p256()
        let leaf = try issuer.issue(
            to: CertificateName(commonName: "Clock"),
            key: key.publicKey,
            for: .timestamps,
            validity: validity,
            addresses: nil
        )
        return (issuer, try TimestampIssuer(SigningIdentity(certificate: leaf, chain: [issuer.certificate], key: key)))
    } catch {
        fatalError("the service cannot be made: \(error)")
    }
}
