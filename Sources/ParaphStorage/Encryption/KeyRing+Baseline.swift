extension KeyRing {
    /// Keys by holder and number, the root key that wraps new ones, and the keys of objects, wrapped for each holder.
    ///
    /// A later number is a newer key; the older ones open what they sealed.
    static let baseline = Migration(
        name: "storage/001-baseline",
        sql: """
            CREATE TABLE holderKey (
                holder TEXT NOT NULL CHECK (holder <> ''),
                number INTEGER NOT NULL CHECK (number > 0),
                rootKeyId TEXT NOT NULL,
                wrapped blob NOT NULL,
                PRIMARY KEY (holder, number)
            );
            CREATE INDEX holderKeyByRoot ON holderKey (rootKeyId);

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
}
