import ParaphStorage
import Testing

@Test func secretsAreLongDifferentAndSafeInURLs() {
    let secrets = (0..<200).map { _ in Secret.random().text }
    #expect(Set(secrets).count == 200)
    for secret in secrets { #expect(secret.wholeMatch(of: /[A-Za-z0-9_-]{43}/) != nil) }
}

@Test func aSecretMatchesItsHashOnly() {
    let secret = Secret.random()
    #expect(SecretHash(of: secret.text) == secret.hash)
    #expect(SecretHash(of: secret.text + " ") != secret.hash)
    #expect(SecretHash(of: "") != secret.hash)
    #expect(SecretHash(databaseValue: secret.hash.databaseValue) == secret.hash)
    #expect(SecretHash(databaseValue: .blob([1, 2, 3])) == nil)
}

@Test func aHashIsSHA256() {
    // FIPS 180-4, example "abc".
    let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    guard case .blob(let bytes) = SecretHash(of: "abc").databaseValue else { return #expect(Bool(false)) }
    #expect(bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == expected)
}

@Test func aSecretDoesNotPrintItself() {
    let secret = Secret.random()
    #expect(!"\(secret)".contains(secret.text))
    #expect(!String(reflecting: secret).contains(secret.text))
}

@Test func identifiersAre128BitsOfLowerCaseHexadecimal() {
    let identifiers = (0..<200).map { _ in Identifier.random() }
    #expect(Set(identifiers).count == 200)
    for identifier in identifiers { #expect(identifier.wholeMatch(of: /[0-9a-f]{32}/) != nil) }
}
