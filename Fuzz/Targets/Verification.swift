import ParaphInk
import ParaphVerification

/// Whatever the decoder accepts must be judged in bounded work, without a trap and with a proper answer.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let sample = try? Sample(decoding: bytes(data, count), limits: Sample.Limits(points: 2000))
    else { return 0 }
    _ = verifier.assess(sample)
    if let template {
        let verdict = verifier.verify(sample, against: template)
        require((0...1).contains(verdict.similarity), "the similarity is no share")
    }
    let trace = ReplayTrace(of: sample)
    require((try? ReplayTrace(decoding: trace.encoded())) == trace, "the trace has changed")
    if let made = verifier.enrol(Array(references.dropLast()) + [sample]).template {
        require((try? Template(decoding: made.encoded())) == made, "the template has changed")
    }
    return 0
}

private let verifier = Verifier(policy: VerificationPolicy(referenceCount: 3))
private let references = (0..<3).map { SyntheticSigner(seed: 1).genuine($0) }
private let template = verifier.enrol(references).template
