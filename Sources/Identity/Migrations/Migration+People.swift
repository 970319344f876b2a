import ParaphStorage

extension Migration {
    /// People, what they agreed to, who is about to become one, and who was erased.
    static let people = Migration(
        name: "identity/001-people",
        sql: """
            CREATE TABLE person (
                id TEXT NOT NULL PRIMARY KEY,
                email TEXT NOT NULL,
                emailProved INTEGER NOT NULL CHECK (emailProved IN (0, 1)),
                ownerAppId TEXT,
                username TEXT,
                usernameKey TEXT,
                status TEXT NOT NULL CHECK (status IN ('active', 'disabled')),
                name TEXT NOT NULL,
                companyName TEXT,
                position TEXT,
                phoneNumber TEXT,
                birthday TEXT,
                sex TEXT CHECK (sex IN ('male', 'female')),
                language TEXT NOT NULL,
                photo TEXT,
                photoType TEXT,
                photoOrientation INTEGER,
                passwordHash TEXT,
                createdAt INTEGER NOT NULL,
                CHECK (emailProved = 1 OR ownerAppId IS NOT NULL),
                CHECK (emailProved = 0 OR ownerAppId IS NULL)
            );
            CREATE UNIQUE INDEX personByProvedEmail ON person (email) WHERE emailProved = 1;
            CREATE UNIQUE INDEX personByAppEmail ON person (email, ownerAppId) WHERE emailProved = 0;
            CREATE UNIQUE INDEX personByUsername ON person (usernameKey) WHERE usernameKey IS NOT NULL;
            CREATE TABLE consent (
                id TEXT NOT NULL PRIMARY KEY,
                personId TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
                version TEXT NOT NULL,
                language TEXT NOT NULL,
                appId TEXT,
                givenAt INTEGER NOT NULL,
                withdrawnAt INTEGER
            );
            CREATE INDEX consentByPerson ON consent (personId, givenAt);
            CREATE TABLE registration (
                id TEXT NOT NULL PRIMARY KEY,
                email TEXT NOT NULL,
                username TEXT,
                profile TEXT NOT NULL,
                language TEXT NOT NULL,
                consentVersion TEXT NOT NULL,
                sealedCode blob,
                tries INTEGER NOT NULL,
                sends INTEGER NOT NULL,
                sentAt INTEGER NOT NULL,
                createdAt INTEGER NOT NULL,
                expiresAt INTEGER NOT NULL
            );
            CREATE INDEX registrationByEmail ON registration (email, createdAt);
            CREATE INDEX registrationByExpiry ON registration (expiresAt);
            CREATE TABLE erasure (
                personId TEXT NOT NULL PRIMARY KEY,
                at INTEGER NOT NULL
            );
            """
    )
}
