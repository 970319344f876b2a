public import Observation
import ParaphClient
import ParaphWire

/// Another language, also for letters.
@Observable public final class LanguageModel {
    /// What is chosen now.
    public private(set) var chosen: Words.Language

    private let context: AppContext
    private let onChosen: (Words.Language) -> Void

    /// Makes the screen.
    ///
    /// - Parameters:
    ///   - context: What all screens share; a person is signed in.
    ///   - onChosen: The app speaks another language from now on: make a context of it.
    public init(_ context: AppContext, onChosen: @escaping (Words.Language) -> Void = { _ in }) {
        (self.context, self.onChosen) = (context, onChosen)
        chosen = context.words.language
    }

    public var title: String { context.words("language.title") }

    /// What a language calls itself.
    public func label(of language: Words.Language) -> String {
        switch language {
        case .en: "English"
        case .fr: "Français"
        case .ru: "Русский"
        }
    }

    /// Chooses; where the server cannot be told, letters stay as they were.
    public func choose(_ language: Words.Language) async {
        chosen = language
        _ = try? await context.client.account.update(PersonUpdate(language: language.rawValue))
        onChosen(language)
    }
}
