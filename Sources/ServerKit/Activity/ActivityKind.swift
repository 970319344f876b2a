/// A kind of thing that happens with a person's account, as they read it under “Activity” and in their export.
///
/// Each domain declares its own as static constants in its folder and lists them in ``Domain/activityKinds``. Two kinds of one name are the
/// same kind.
public struct ActivityKind: Sendable {
    /// Its name in rows and in the native API: letters, in camel case; it never changes.
    public let rawValue: String
    /// What happened, in a few words.
    public let title: LocalizedText
    /// The same with the name of the other person where that is known, which stands at `{name}`; `nil` where it concerns no other.
    public let naming: LocalizedText?
    /// The name of its icon in the web app.
    public let icon: String
    /// Whether the person should look at it, because it may be another's doing.
    public let isWarning: Bool

    /// Makes a kind of its name and words.
    public init(
        _ rawValue: String,
        icon: String,
        isWarning: Bool = false,
        en: String,
        ru: String,
        fr: String,
        naming: LocalizedText? = nil
    ) {
        self.rawValue = rawValue
        self.title = LocalizedText(en: en, ru: ru, fr: fr)
        self.naming = naming
        self.icon = icon
        self.isWarning = isWarning
    }
}

extension ActivityKind {
    /// What happened, in a sentence, with the name of the other person where it is known.
    public func sentence(in language: Language, otherName: String?) -> String {
        guard let naming, let otherName else { return title[language] }
        return naming[language].replacing("{name}", with: otherName + otherName.alphabetsMark(in: language))
    }
}

extension ActivityKind: Hashable {
    public static func == (left: ActivityKind, right: ActivityKind) -> Bool { left.rawValue == right.rawValue }

    public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}
