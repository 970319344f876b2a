import ServerKit

/// What a mail with a file says: its sender, in our words, then theirs, quoted and without links.
struct FileMailWords: Sendable {
    /// The sender, and what the file is called, as mails repeat names.
    let sender: String
    let file: String
    /// What the sender says with it; may be empty.
    let said: String
    let site: String

    init(sender: String, file: String, said: String, site: String) {
        (self.sender, self.file) = (sender.asNameInMail, Self.title(file).asNameInMail)
        (self.said, self.site) = (said, site)
    }

    func subject(in language: Language) -> String {
        let words =
            switch language {
            case .en: "\(sender) sends you “\(file)”"
            case .ru: "\(sender) отправляет вам «\(file)»"
            case .fr: "\(sender) vous envoie «\u{A0}\(file)\u{A0}»"
            }
        return Self.line(words)
    }

    func text(in language: Language) -> String {
        let (what, signed, answer) =
            switch language {
            case .en:
                (
                    "\(sender) sends you the attached document.",
                    "Any PDF program shows its signatures. Whether it was changed since is also told here, where you can open it:",
                    "Your answer to this mail goes to \(sender)."
                )
            case .ru:
                (
                    "\(sender) отправляет вам документ во вложении.",
                    "Подписи показывает любая программа для PDF. Изменялся ли документ с тех пор, видно и здесь, если открыть его:",
                    "Ответ на это письмо получит \(sender)."
                )
            case .fr:
                (
                    "\(sender) vous envoie le document ci-joint.",
                    "Tout logiciel PDF en montre les signatures. Ouvert ici, il dit aussi s’il a été modifié depuis\u{A0}:",
                    "Votre réponse à ce message parviendra à \(sender)."
                )
            }
        let quoted = said.asWordsInMail.split(separator: "\n", omittingEmptySubsequences: false).map { "> \($0)" }.joined(separator: "\n")
        let words = said.isEmpty ? what : "\(what)\n\n\(quoted)"
        return "\(words)\n\n\(signed)\n\(site)/documents\n\n\(answer)\n"
    }

    /// A file's name without the end that says what everybody sees.
    private static func title(_ file: String) -> String {
        file.lowercased().hasSuffix(".pdf") ? String(file.dropLast(4)) : file
    }

    /// In one line that a mail's header takes.
    private static func line(_ text: String) -> String {
        var line = ""
        for scalar in text.unicodeScalars where scalar.isVisibleInLine {
            guard line.utf8.count + UTF8.width(scalar) <= 400 else { return line + "…" }
            line.unicodeScalars.append(scalar)
        }
        return line
    }
}

extension Unicode.Scalar {
    /// Whether it stands in a line: no control character and no line end.
    fileprivate var isVisibleInLine: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate: false
        default: true
        }
    }
}
