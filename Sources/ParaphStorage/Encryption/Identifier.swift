import ParaphEncoding

/// Identifiers of rows, made of randomness alone.
public enum Identifier {
    /// 128 random bits as 32 lower-case hexadecimal digits.
    public static func random() -> String {
        Hexadecimal.encode(randomBytes(16))
    }

    /// Bytes of the system's cryptographic random numbers.
    static func randomBytes(_ count: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }
}
