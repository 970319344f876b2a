import ParaphVerification

/// A template that was tampered with at rest must be refused, or compared in bounded work and with a proper answer.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let template = try? Template(decoding: bytes(data, count)) else { return 0 }
    require(template.referenceCount > 0, "a template without references was accepted")
    require((0...1).contains(template.complexity), "the complexity is no share")
    guard let again = try? Template(decoding: template.encoded()) else {
        fatalError("what was written was not read")
    }
    require(again.referenceCount == template.referenceCount, "references were lost")
    let verdict = Verifier().verify(questioned, against: template)
    require((0...1).contains(verdict.similarity), "the similarity is no share")
    return 0
}

private let questioned = SyntheticSigner(seed: 1).genuine(7)
