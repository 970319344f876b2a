import ParaphPAdES
import Testing

@Test func aPAdESErrorReadsAsItsDetail() {
    #expect("\(PAdESError(.place, "There is no page 7."))" == "There is no page 7.")
}
