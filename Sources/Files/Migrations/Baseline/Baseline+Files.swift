extension Baseline {
    /// Files on the server, and what their versions consist of.
    ///
    /// Names of files and people, and the keys of the parts, are sealed by the file's own key, which is destroyed with it. A file on its way has
    /// version 0, and one in the trash has `trashedAt`. The parts of a version are the first so many of the file's. `documentId` is the registry's, which is another domain's: no
    /// foreign key crosses domains.
    static let files = """
        CREATE TABLE file (
            id TEXT NOT NULL PRIMARY KEY,
            ownerId TEXT NOT NULL,
            sealedFileName blob NOT NULL,
            nameNumber INTEGER NOT NULL CHECK (nameNumber >= 1),
            size INTEGER NOT NULL CHECK (size >= 1),
            received INTEGER NOT NULL CHECK (received >= 0 AND received <= size),
            partCount INTEGER NOT NULL CHECK (partCount >= 0),
            version INTEGER NOT NULL CHECK (version >= 0 AND (version = 0 OR received = size)),
            documentId TEXT,
            createdAt INTEGER NOT NULL,
            changedAt INTEGER NOT NULL,
            trashedAt INTEGER CHECK (trashedAt IS NULL OR version > 0)
        );
        CREATE INDEX fileByOwner ON file (ownerId, changedAt, id);
        CREATE INDEX fileByDocument ON file (documentId) WHERE documentId IS NOT NULL;
        CREATE INDEX fileOnItsWay ON file (createdAt) WHERE version = 0;
        CREATE INDEX fileInTrash ON file (trashedAt) WHERE trashedAt IS NOT NULL;

        CREATE TABLE filePart (
            fileId TEXT NOT NULL REFERENCES file (id) ON DELETE CASCADE,
            number INTEGER NOT NULL CHECK (number >= 1),
            start INTEGER NOT NULL CHECK (start >= 0),
            size INTEGER NOT NULL CHECK (size >= 1),
            address TEXT NOT NULL UNIQUE,
            sealedKey blob NOT NULL,
            PRIMARY KEY (fileId, number)
        );

        CREATE TABLE fileVersion (
            fileId TEXT NOT NULL REFERENCES file (id) ON DELETE CASCADE,
            number INTEGER NOT NULL CHECK (number >= 1),
            partCount INTEGER NOT NULL CHECK (partCount >= 1),
            size INTEGER NOT NULL CHECK (size >= 1),
            hash TEXT NOT NULL,
            signatureId TEXT,
            personId TEXT NOT NULL,
            sealedPerson blob NOT NULL,
            at INTEGER NOT NULL,
            signatures INTEGER CHECK (signatures >= 0),
            openFields INTEGER CHECK (openFields >= 0),
            onFreePaper INTEGER NOT NULL CHECK (onFreePaper IN (0, 1)),
            replacing INTEGER NOT NULL CHECK (replacing IN (0, 1)),
            PRIMARY KEY (fileId, number)
        );
        CREATE UNIQUE INDEX fileVersionBySignature ON fileVersion (signatureId) WHERE signatureId IS NOT NULL;
        """
}
