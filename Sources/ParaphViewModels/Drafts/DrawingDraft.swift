import Foundation
import ParaphInk
import ParaphWire

/// A drawing that is not sent yet.
nonisolated struct DrawingDraft: Codable, Sendable {
    var sample: Data
    var pen: InkColor

    init(_ sample: Sample, _ pen: InkColor) { (self.sample, self.pen) = (Data(sample.encoded()), pen) }

    var drawing: Sample? { try? Sample(decoding: [UInt8](sample)) }
}
