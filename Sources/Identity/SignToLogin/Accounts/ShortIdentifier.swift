import ParaphStorage

/// Identifiers of the form that Sign To Login's clients know: 64 random bits as 16 lower-case hexadecimal digits, `f19a4b68d31ec73a`.
enum ShortIdentifier {
    static func random() -> String {
        String(Identifier.random().prefix(16))
    }
}
