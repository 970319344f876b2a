import ParaphWire
import ServerKit

extension Problem {
    /// Only the owner may do this.
    static let notYours = Problem.forbidden(.notYours, "Only the owner of this file may do this.")

    /// The file is larger than any that is kept.
    static let fileTooLarge = Problem(
        code: .tooLarge,
        title: "The file is too large",
        detail: "A file may have at most \(FileLimits.fileSize) bytes."
    )

    /// The person keeps as many as they may.
    static let tooManyFiles = Problem.conflict(
        .tooManyFiles,
        "You keep \(FileLimits.files) files, which is the most; delete some that you do not need: they count for seven days more."
    )

    /// The person keeps as many bytes as they may.
    static func quotaExceeded(left: Int) -> Problem {
        .conflict(
            .quotaExceeded,
            "Your files may take \(FileLimits.bytes) bytes, of which \(left) are left; delete some that you do not need: they count for seven days more."
        )
    }

    /// Signatures have added as much as they may.
    static let fileFull = Problem.conflict(
        .fileFull,
        "The signatures on this file take \(FileLimits.signatures) bytes, which is the most. Go on with a copy of it."
    )

    /// The file is on its way still.
    static let incomplete = Problem.conflict(.incomplete, "The file is not here whole yet; send the rest of it first.")

    /// The piece does not go on where the file ends so far.
    static func wrongOffset(received: Int) -> Problem {
        var problem = Problem.conflict(.wrongOffset, "The server has \(received) bytes; go on from there.")
        problem.received = received
        return problem
    }

    /// A piece did not come in time; nothing of it was kept.
    static let tooSlow = Problem(
        code: .timeout,
        title: "The piece took too long",
        detail: "A piece must come within \(FileLimits.pieceTime.components.seconds) seconds; send a shorter one."
    )

    /// What was sent is no PDF; it is kept nowhere.
    static let notPDF = Problem(
        code: .notPDF,
        title: "This is no PDF",
        detail: "A PDF begins with %PDF- within its first 1024 bytes. Nothing was kept; choose another file."
    )

    /// A file cannot be shared with this address.
    static let noAccount = Problem(
        code: .noAccount,
        title: "Nobody can be let in by this address",
        detail: "There is no active account with this address. Ask them to register, or check the spelling."
    )

    /// The person left the file by themselves.
    static let readerLeft = Problem.conflict(
        .readerLeft,
        "This person left the file, and is not let in again. Ask them, and send it to them by mail if they want it."
    )

    /// The person has as many files of this owner as may be unopened.
    static let tooManyUnopened = Problem.conflict(
        .tooManyUnopened,
        "\(FileLimits.unopened) of your files wait for this person, who opened none of them; ask them to open one first."
    )

    /// The file has as many readers as it may have.
    static let tooManyReaders = Problem.conflict(
        .tooManyReaders,
        "\(FileLimits.readers) people have access, which is the most; remove some first."
    )
}
