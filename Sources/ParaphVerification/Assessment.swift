/// Whether one sample can be used at all, before it is compared with anything.
public struct Assessment: Sendable, Hashable {
    /// Why the sample cannot be used; nil when it can.
    public var refusal: Refusal?
    /// How well the sample was captured, 0 (hardly a basis for an answer) … 1.
    public var quality: Double
    /// Whether the movement looks made by a program; then ``refusal`` is ``Refusal/robotic`` unless something graver was found first.
    public var isRobotic: Bool
    /// How hard the drawing is to imitate, 0 (a tick) … 1.
    public var complexity: Double

    /// Whether the sample can be used.
    public var isUsable: Bool { refusal == nil }
}
