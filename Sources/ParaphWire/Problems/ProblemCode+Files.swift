/// Problems with files on the server.
extension ProblemCode {
    public static let fileFull = ProblemCode(rawValue: "fileFull")
    public static let incomplete = ProblemCode(rawValue: "incomplete")
    public static let noAccount = ProblemCode(rawValue: "noAccount")
    public static let notPDF = ProblemCode(rawValue: "notPDF")
    public static let notYours = ProblemCode(rawValue: "notYours")
    public static let otherVersion = ProblemCode(rawValue: "otherVersion")
    public static let outsideFile = ProblemCode(rawValue: "outsideFile")
    public static let quotaExceeded = ProblemCode(rawValue: "quotaExceeded")
    public static let tooLargeForMail = ProblemCode(rawValue: "tooLargeForMail")
    public static let tooManyFiles = ProblemCode(rawValue: "tooManyFiles")
    public static let tooManyInvitations = ProblemCode(rawValue: "tooManyInvitations")
    public static let tooManyMails = ProblemCode(rawValue: "tooManyMails")
    public static let tooManyReaders = ProblemCode(rawValue: "tooManyReaders")
    public static let wrongOffset = ProblemCode(rawValue: "wrongOffset")
}
