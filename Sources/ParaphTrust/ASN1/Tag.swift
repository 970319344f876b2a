/// The identifier octets of ASN.1 that are used here (X.690 §8.1.2).
enum Tag {
    static let boolean: UInt8 = 0x01
    static let integer: UInt8 = 0x02
    static let bitString: UInt8 = 0x03
    static let octetString: UInt8 = 0x04
    static let null: UInt8 = 0x05
    static let oid: UInt8 = 0x06
    static let enumerated: UInt8 = 0x0a
    static let utf8String: UInt8 = 0x0c
    static let utcTime: UInt8 = 0x17
    static let generalizedTime: UInt8 = 0x18
    static let sequence: UInt8 = 0x30
    static let set: UInt8 = 0x31

    /// The tag `[number]` of a primitive value.
    static func context(_ number: UInt8) -> UInt8 { 0x80 | number }
    /// The tag `[number]` of a constructed value, or of an explicitly tagged one.
    static func constructed(_ number: UInt8) -> UInt8 { 0xa0 | number }
}
