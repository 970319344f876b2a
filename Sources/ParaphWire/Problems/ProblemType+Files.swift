/// What each of these means: problems with files on the server.
extension ProblemType {
    static let files: [ProblemType] = [
        ProblemType(
            .enoughMails,
            429,
            "The addresses that `fields` name had as many mails with files as they get; nothing was sent. Try again after `retryAfter`."
        ),
        ProblemType(.fileFull, 409, "The signatures on the file take as many bytes as they may."),
        ProblemType(.incomplete, 409, "The file is not here whole yet; send the rest of it first."),
        ProblemType(.noAccount, 404, "No active account has this e-mail address."),
        ProblemType(.notPDF, 422, "The file is no PDF."),
        ProblemType(.notYours, 403, "Only the file's owner may do this."),
        ProblemType(.otherVersion, 412, "The version that `If-Match` names is not this one."),
        ProblemType(.outsideFile, 416, "No byte lies in the range that was asked for."),
        ProblemType(.quotaExceeded, 409, "The person's files take as many bytes as they may."),
        ProblemType(.readerLeft, 409, "The reader left this file, and is not let in again."),
        ProblemType(.tooLargeForMail, 413, "The file is larger than is sent by mail."),
        ProblemType(.tooManyFiles, 409, "The person keeps as many files as they may."),
        ProblemType(.tooManyInvitations, 429, "Too many readers were invited; try again after `retryAfter`."),
        ProblemType(.tooManyMails, 429, "Too many mails were sent; try again after `retryAfter`."),
        ProblemType(.tooManyReaders, 409, "The file has as many readers as it may."),
        ProblemType(.tooManyUnopened, 409, "The reader has opened none of several files of this owner yet."),
        ProblemType(.wrongOffset, 409, "The piece does not begin where the file ends so far; `received` says where that is."),
    ]
}
