/// How much of what there may be.
enum FileLimits {
    /// The most bytes of a file as it comes.
    static let fileSize = 100_000_000
    /// The most files of one person, and the most bytes of them all, those in the trash among them.
    static let files = 500
    static let bytes = 1_000_000_000
    /// The most bytes that all signatures add to one file.
    static let signatures = 20_000_000
    /// How long a piece is, but for the last one, which may be shorter.
    static let pieceSize = 1_048_576...16_777_216
    /// How long a piece may be on its way; and how many pieces of one person are at a time, on each node.
    static let pieceTime = Duration.seconds(600)
    static let pieces = 4
    /// The most bytes of a file that is read, when it has come, for how far it is signed; of a larger one it is not known until it is signed here.
    ///
    /// Reading takes the file into memory whole.
    static let readSize = 16_777_216
    /// How many files of one person that came are read at a time, and how many in a minute, on each node, for how far they are signed; of more it
    /// is not known.
    static let readings = 2
    static let readingsAMinute = 60
    /// How long a file may be on its way, in seconds.
    static let uploadTime: Int64 = 86_400
    /// The most readers of one file.
    static let readers = 100
    /// How many files of one owner a person may be let into who opened none of them.
    static let unopened = 5
    /// How long a deleted file can be restored, in seconds.
    static let trashTime: Int64 = 7 * 86_400
    /// How long it takes until an owner is told of what was deleted, in seconds, so that one mail tells of all.
    static let removalPause: Int64 = 600
    /// How many addresses an owner may try to share with within an hour, those without an account among them.
    static let invitationsAnHour = 20
    /// How many receivers the mails of one person may have within an hour, and how many one mail has.
    static let receiversAnHour = 50
    static let receivers = 10
    /// The most characters that are said with a mail.
    static let mailText = 2_000
    /// The most bytes of a file that is mailed; more than many servers take is refused here, and not hours later.
    static let mailedSize = 15_000_000
    /// How many files a page has.
    static let page = 50
}
