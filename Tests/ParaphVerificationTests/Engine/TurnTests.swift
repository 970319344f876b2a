import Foundation
import Testing

@testable import ParaphVerification

@Suite struct TurnTests {
    @Test func anglesAreRightAllTheWayRound() {
        for degree in -179...180 {
            let angle = Float(degree) * .pi / 180
            #expect((turn(3 * sin(angle), 3 * cos(angle)) - angle).magnitude < 3e-4, "\(degree)°")
        }
        #expect(turn(0, 0) == 0)
    }
}
