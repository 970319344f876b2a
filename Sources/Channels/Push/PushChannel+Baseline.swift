public import ParaphStorage

extension PushChannel {
    public static let migrations: [Migration] = [baseline]

    /// Where devices are reached, one address for each session, and the key by which push services know this instance.
    ///
    /// `addressHash` finds an address that came back in another session; it is of no use elsewhere, for addresses are long random texts.
    private static let baseline = Migration(
        name: "push/001-baseline",
        sql: """
            CREATE TABLE pushSubscription (
                id TEXT NOT NULL PRIMARY KEY,
                personId TEXT NOT NULL,
                sessionId TEXT NOT NULL UNIQUE,
                transport TEXT NOT NULL CHECK (transport IN ('webPush', 'applePush')),
                addressHash blob NOT NULL UNIQUE,
                sealedAddress blob NOT NULL,
                categories TEXT NOT NULL,
                failures INTEGER NOT NULL CHECK (failures >= 0),
                createdAt INTEGER NOT NULL
            );
            CREATE INDEX pushSubscriptionByPerson ON pushSubscription (personId, createdAt);

            CREATE TABLE pushKey (
                id TEXT NOT NULL PRIMARY KEY,
                sealedKey blob NOT NULL,
                createdAt INTEGER NOT NULL
            );
            """
    )
}
