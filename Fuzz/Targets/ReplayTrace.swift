import ParaphInk
import ParaphVerification

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = bytes(data, count)
    guard let trace = try? ReplayTrace(decoding: input) else { return 0 }
    require(trace.encoded() == input, "two encodings of one trace were accepted")
    let outcome = Verifier(policy: VerificationPolicy(referenceCount: 3)).enrol(
        [questioned],
        earlier: [trace]
    )
    _ = outcome
    return 0
}

private let questioned = SyntheticSigner(seed: 1).genuine(7)
