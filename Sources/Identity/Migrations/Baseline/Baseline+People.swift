extension Baseline {
    /// People, the keyed hashes that find them, what they agreed to, registrations that wait, and the people who were erased.
    ///
    /// What tells who a person is lies sealed in `sealedContents`. `mailAccount` has the accounts that apps made and that nothing but a mailbox was
    /// ever shown for; `unusedSince` is the moment since which an account that an app made has been neither proved nor used.
    /// `anew` marks the account that began anew by a contested letter, until its owner gave a signature here, and says whether they were told that
    /// an app asked for one meanwhile. Places are sealed: by a
    /// key of the registration's own while it waits, then by the person's.
    static let people = """
        CREATE TABLE person (
            id TEXT NOT NULL PRIMARY KEY,
            emailProved INTEGER NOT NULL CHECK (emailProved IN (0, 1)),
            ownerAppId TEXT,
            status TEXT NOT NULL CHECK (status IN ('active', 'disabled')),
            language TEXT NOT NULL,
            photoBlob TEXT,
            photoType TEXT,
            photoOrientation INTEGER,
            createdAt INTEGER NOT NULL,
            sealedContents blob,
            unusedSince INTEGER,
            anew TEXT CHECK (anew IN ('marked', 'told')),
            CHECK (emailProved = 1 OR ownerAppId IS NOT NULL),
            CHECK (emailProved = 0 OR ownerAppId IS NULL)
        );
        CREATE INDEX personByCreation ON person (createdAt, id);
        CREATE INDEX personUnused ON person (ownerAppId, unusedSince) WHERE unusedSince IS NOT NULL;

        CREATE TABLE personLookup (
            hash blob NOT NULL,
            appId TEXT NOT NULL,
            personId TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
            PRIMARY KEY (hash, appId)
        );
        CREATE INDEX personLookupByPerson ON personLookup (personId);

        CREATE TABLE mailAccount (
            personId TEXT NOT NULL PRIMARY KEY REFERENCES person (id) ON DELETE CASCADE
        );

        CREATE TABLE personPlace (
            personId TEXT NOT NULL PRIMARY KEY REFERENCES person (id) ON DELETE CASCADE,
            sealedPlace blob NOT NULL
        );

        CREATE TABLE registration (
            id TEXT NOT NULL PRIMARY KEY,
            emailHash blob NOT NULL,
            sealedPerson blob NOT NULL,
            language TEXT NOT NULL,
            consentVersion TEXT NOT NULL,
            tries INTEGER NOT NULL,
            sends INTEGER NOT NULL,
            sentAt INTEGER NOT NULL,
            createdAt INTEGER NOT NULL,
            expiresAt INTEGER NOT NULL
        );
        CREATE INDEX registrationByEmail ON registration (emailHash, createdAt);
        CREATE INDEX registrationByExpiry ON registration (expiresAt);

        CREATE TABLE registrationPlace (
            registrationId TEXT NOT NULL PRIMARY KEY REFERENCES registration (id) ON DELETE CASCADE,
            sealed blob NOT NULL
        );

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

        CREATE TABLE circumstanceConsent (
            personId TEXT NOT NULL PRIMARY KEY REFERENCES person (id) ON DELETE CASCADE,
            givenAt INTEGER NOT NULL
        );

        CREATE TABLE phoneCode (
            personId TEXT NOT NULL PRIMARY KEY REFERENCES person (id) ON DELETE CASCADE,
            sealedCode blob NOT NULL,
            messageId TEXT NOT NULL,
            failures INTEGER NOT NULL CHECK (failures >= 0),
            expiresAt INTEGER NOT NULL
        );
        CREATE INDEX phoneCodeByEnd ON phoneCode (expiresAt);

        CREATE TABLE textNotice (
            personId TEXT NOT NULL PRIMARY KEY REFERENCES person (id) ON DELETE CASCADE,
            since INTEGER NOT NULL
        );
        """
}
