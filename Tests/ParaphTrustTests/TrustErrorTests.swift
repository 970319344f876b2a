import ParaphTrust
import Testing

@Test func aTrustErrorReadsAsItsDetail() {
    #expect("\(TrustError(.password, "The password does not open the key."))" == "The password does not open the key.")
}
