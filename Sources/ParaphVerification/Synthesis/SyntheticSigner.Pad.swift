public import ParaphInk

extension SyntheticSigner {
    /// What a made-up person signs on.
    public struct Pad: Sendable, Hashable {
        /// How many times as wide and as high as on the usual pad the person writes, in the pad's own units.
        public var scale: (x: Double, y: Double) {
            get { (scaleX, scaleY) }
            set { (scaleX, scaleY) = newValue }
        }
        /// The usual time between two points, in milliseconds.
        public var interval: Double

        private var scaleX: Double
        private var scaleY: Double

        /// Makes a pad.
        public init(scale: (x: Double, y: Double) = (1, 1), interval: Double) {
            (scaleX, scaleY) = scale
            self.interval = interval
        }

        /// The pad of 360 × 160 points at the tool's usual rate: 77 points a second by finger, 120 by pen, 100 by mouse.
        public static func usual(_ tool: Sample.Tool) -> Pad {
            Pad(interval: tool == .pen ? 8.3 : tool == .mouse ? 10 : 13)
        }
    }
}
