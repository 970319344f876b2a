extension KeyRing {
    /// Keys by holder and number: a later number is a newer key, the older ones open what they sealed.
    static let holderKeys = Migration(
        name: "storage/001-holder-keys",
        sql: """
            CREATE TABLE holderKey (
                holder TEXT NOT NULL CHECK (holder <> ''),
                number INTEGER NOT NULL CHECK (number > 0),
                rootKeyId TEXT NOT NULL,
                wrapped blob NOT NULL,
                PRIMARY KEY (holder, number)
            );
            CREATE INDEX holderKeyByRoot ON holderKey (rootKeyId);
            """
    )

    /// Which root key new keys are wrapped by, and the keys of objects, wrapped for each holder.
    static let objectKeys = Migration(
        name: "storage/002-object-keys",
        sql: """
            CREATE TABLE rootKeyUse (
                id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
                rootKeyId TEXT NOT NULL
            );
            CREATE TABLE objectKey (
                object TEXT NOT NULL CHECK (object <> ''),
                holder TEXT NOT NULL,
                wrapped blob NOT NULL,
                PRIMARY KEY (object, holder)
            );
            CREATE INDEX objectKeyByHolder ON objectKey (holder);
            """
    )

    /// The tables whose rows were given keys of their own.
    static let resealedTables = Migration(
        name: "storage/003-resealed-tables",
        sql: """
            CREATE TABLE resealedTable (
                name TEXT NOT NULL PRIMARY KEY
            );
            """
    )
}
