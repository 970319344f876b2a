extension Baseline {
    /// The readers of files, with when they first opened them, and readers who left; how many shared or signed files owners deleted lately,
    /// and how many invitations and mails people sent.
    static let sharing = """
        CREATE TABLE fileReader (
            fileId TEXT NOT NULL REFERENCES file (id) ON DELETE CASCADE,
            personId TEXT NOT NULL,
            at INTEGER NOT NULL,
            openedAt INTEGER,
            PRIMARY KEY (fileId, personId)
        );
        CREATE INDEX fileReaderByPerson ON fileReader (personId);

        CREATE TABLE fileLeaver (
            fileId TEXT NOT NULL REFERENCES file (id) ON DELETE CASCADE,
            personId TEXT NOT NULL,
            at INTEGER NOT NULL,
            PRIMARY KEY (fileId, personId)
        );
        CREATE INDEX fileLeaverByPerson ON fileLeaver (personId);

        CREATE TABLE fileRemoval (
            personId TEXT NOT NULL PRIMARY KEY,
            removed INTEGER NOT NULL CHECK (removed >= 1),
            since INTEGER NOT NULL
        );

        CREATE TABLE fileInvitation (
            id TEXT NOT NULL PRIMARY KEY,
            personId TEXT NOT NULL,
            at INTEGER NOT NULL
        );
        CREATE INDEX fileInvitationByPerson ON fileInvitation (personId, at);
        CREATE INDEX fileInvitationByTime ON fileInvitation (at);

        CREATE TABLE fileMail (
            id TEXT NOT NULL PRIMARY KEY,
            personId TEXT NOT NULL,
            receivers INTEGER NOT NULL CHECK (receivers >= 1),
            at INTEGER NOT NULL
        );
        CREATE INDEX fileMailByPerson ON fileMail (personId, at);
        CREATE INDEX fileMailByTime ON fileMail (at);
        """
}
