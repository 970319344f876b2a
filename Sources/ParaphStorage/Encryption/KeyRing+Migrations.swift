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
}
