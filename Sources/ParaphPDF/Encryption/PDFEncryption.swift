/// How a file is encrypted by a password (ISO 32000-2, 7.6).
public struct PDFEncryption: Sendable {
    /// A way to encrypt strings or streams.
    public enum Method: Sendable {
        case identity
        case rc4
        case aes128
        case aes256

        /// What it is called.
        public var name: String {
            switch self {
            case .identity: "none"
            case .rc4: "RC4"
            case .aes128: "AES-128"
            case .aes256: "AES-256"
            }
        }
    }

    /// The revision of the standard security handler: 2, 3, 4, 5 or 6.
    public let revision: Int
    /// How many bits the key has.
    public let keyBits: Int
    /// How strings are encrypted.
    public let strings: Method
    /// How streams are encrypted.
    public let streams: Method
    /// What a user who gave no owner's password may do (table 22).
    public let permissions: Int
    /// Whether the metadata stream is encrypted too.
    public let encryptsMetadata: Bool
    /// Whether the password was right, so that the content can be read.
    public var isOpen: Bool { key != nil }

    let named: [(name: PDFName, method: Method)]
    let ciphers: PDFCiphers?
    private(set) var key: [UInt8]?

    /// Reads the encryption dictionary and tries a password as the user's, then as the owner's.
    init(_ dictionary: PDFDictionary, identifier: [UInt8], password: [UInt8], ciphers: PDFCiphers?) throws(PDFError) {
        guard dictionary["Filter"]?.name.map({ $0 == "Standard" }) ?? false else {
            throw PDFError(.unsupported, "The file is encrypted by something else than a password")
        }
        let version = dictionary["V"]?.integer ?? 0
        revision = dictionary["R"]?.integer ?? 0
        guard [1, 2, 4, 5].contains(version), (2...6).contains(revision) else {
            throw PDFError(.unsupported, "The file is encrypted in a way that is not known")
        }
        var bits = dictionary["Length"]?.integer ?? 40
        // Some writers give bytes.
        if bits < 40 { bits *= 8 }
        named = Self.methods(dictionary["CF"]?.dictionary)
        if version >= 4 {
            let all = named
            func method(_ key: StaticString) -> Method {
                guard let name = dictionary[key]?.name else { return .identity }
                return all.first { $0.name == name }?.method ?? .identity
            }
            (strings, streams) = (method("StrF"), method("StmF"))
            bits = version == 5 ? 256 : 128
        } else {
            (strings, streams) = (.rc4, .rc4)
            if version == 1 { bits = 40 }
        }
        guard (40...256).contains(bits), bits % 8 == 0 else { throw PDFError(.malformed, "The length of the key is out of range") }
        keyBits = bits
        permissions = dictionary["P"]?.integer ?? 0
        encryptsMetadata = dictionary["EncryptMetadata"]?.boolean ?? true
        self.ciphers = ciphers
        guard let ciphers else { return }
        let handler = PasswordHandler(
            revision: revision,
            keyLength: bits / 8,
            owner: dictionary["O"]?.string?.bytes ?? [],
            user: dictionary["U"]?.string?.bytes ?? [],
            ownerKey: dictionary["OE"]?.string?.bytes ?? [],
            userKey: dictionary["UE"]?.string?.bytes ?? [],
            permissions: permissions,
            identifier: identifier,
            encryptsMetadata: encryptsMetadata,
            ciphers: ciphers
        )
        key = handler.key(for: password)
    }

    private static func methods(_ filters: PDFDictionary?) -> [(name: PDFName, method: Method)] {
        var methods: [(name: PDFName, method: Method)] = []
        for entry in filters?.entries ?? [] {
            guard let name = entry.value.dictionary?["CFM"]?.name else { continue }
            let method: Method = name == "V2" ? .rc4 : name == "AESV2" ? .aes128 : name == "AESV3" ? .aes256 : .identity
            methods.append((entry.key, method))
        }
        return methods
    }

    /// The key of one object (7.6.3.2).
    private func objectKey(_ key: [UInt8], _ reference: PDFReference, _ method: Method, _ ciphers: PDFCiphers) -> [UInt8] {
        guard method != .aes256 else { return key }
        let (number, generation) = (UInt32(truncatingIfNeeded: reference.number), UInt32(truncatingIfNeeded: reference.generation))
        var input = key
        input += [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number >> 16)]
        input += [UInt8(truncatingIfNeeded: generation), UInt8(truncatingIfNeeded: generation >> 8)]
        if method == .aes128 { input += [0x73, 0x41, 0x6C, 0x54] }
        return Array(ciphers.md5(input).prefix(min(key.count + 5, 16)))
    }

    /// Decrypts the data of an object; data that are no whole blocks give what can be had of them.
    func decrypt(_ data: [UInt8], of reference: PDFReference, by method: Method) -> [UInt8] {
        guard method != .identity, let key, let ciphers else { return data }
        let objectKey = objectKey(key, reference, method, ciphers)
        if method == .rc4 { return RC4.apply(objectKey, to: data) }
        let blocks = (data.count - 16) / 16 * 16
        guard blocks > 0, let plain = ciphers.decryptAES(Array(data[16..<16 + blocks]), objectKey, Array(data[..<16])) else { return [] }
        let padding = Int(plain.last ?? 0)
        return (1...16).contains(padding) && padding <= plain.count ? Array(plain.dropLast(padding)) : plain
    }

    /// Whether data that AES encrypts are whole blocks, of which the last ends with 1 to 16 bytes that all say how many they are (7.6.3.1).
    func isPadded(_ data: PDFBytes, of reference: PDFReference, by method: Method) -> Bool {
        guard method == .aes128 || method == .aes256, let key, let ciphers else { return true }
        guard data.count >= 32, data.count % 16 == 0 else { return false }
        let end = data.part(data.count - 32..<data.count).array
        guard let last = ciphers.decryptAES(Array(end[16...]), objectKey(key, reference, method, ciphers), Array(end[..<16])),
            let padding = last.last, (1...16).contains(padding)
        else { return false }
        return last.suffix(Int(padding)).allSatisfy { $0 == padding }
    }

    /// Encrypts the data of an object; nil where the file was not opened.
    func encrypt(_ data: [UInt8], of reference: PDFReference, by method: Method) -> [UInt8]? {
        guard method != .identity else { return data }
        guard let key, let ciphers else { return nil }
        let objectKey = objectKey(key, reference, method, ciphers)
        if method == .rc4 { return RC4.apply(objectKey, to: data) }
        let padding = 16 - data.count % 16
        let vector = ciphers.random(16)
        guard vector.count == 16 else { return nil }
        return ciphers.encryptAES(data + [UInt8](repeating: UInt8(padding), count: padding), objectKey, vector).map { vector + $0 }
    }

    /// How a stream is encrypted: as all streams are, or as its own Crypt filter says (7.4.10).
    func method(of dictionary: PDFDictionary, filters: [FilterParameters], cryptName: PDFName?) -> Method {
        if let type = dictionary["Type"]?.name {
            if type == "XRef" { return .identity }
            if type == "Metadata", !encryptsMetadata, revision >= 4 { return .identity }
        }
        guard filters.contains(where: { $0.kind == .crypt }) else { return streams }
        return named.first { $0.name == cryptName }?.method ?? .identity
    }
}
