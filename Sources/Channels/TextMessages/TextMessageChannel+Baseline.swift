public import ParaphStorage

extension TextMessageChannel {
    public static let migrations: [Migration] = [baseline]

    /// How far texts came, for the two days in which receipts are taken and limits count.
    ///
    /// `receiver` is a keyed hash of the number; `keyHash` one of what a receipt is told by. A row without a person is an erased one's: it still
    /// counts for the number.
    private static let baseline = Migration(
        name: "texts/001-baseline",
        sql: """
            CREATE TABLE textMessage (
                id TEXT NOT NULL PRIMARY KEY,
                personId TEXT,
                receiver blob NOT NULL,
                purpose TEXT NOT NULL CHECK (purpose IN ('code', 'notice')),
                keyHash blob NOT NULL UNIQUE,
                state TEXT NOT NULL CHECK (state IN ('waiting', 'accepted', 'delivered', 'failed', 'expired')),
                createdAt INTEGER NOT NULL
            );
            CREATE INDEX textMessageByPerson ON textMessage (personId, createdAt) WHERE personId IS NOT NULL;
            CREATE INDEX textMessageByReceiver ON textMessage (receiver, createdAt);
            CREATE INDEX textMessageByTime ON textMessage (createdAt);
            """
    )
}
