import ParaphStorage

extension Migration {
    /// What tells who people are is sealed, and found by keyed hashes.
    ///
    /// What stood in the clear waits in `earlierPerson` until a node starts, which seals it and empties the table. Registrations, enrolments and
    /// letters that wait are short-lived and begin again.
    static let sealedProfiles = Migration(
        name: "identity/044-sealedProfiles",
        sql: """
            CREATE TABLE earlierPerson (
                id TEXT NOT NULL PRIMARY KEY REFERENCES person (id) ON DELETE CASCADE,
                email TEXT NOT NULL,
                username TEXT,
                name TEXT NOT NULL,
                companyName TEXT,
                position TEXT,
                phoneNumber TEXT,
                birthday TEXT,
                sex TEXT,
                passwordHash TEXT
            );
            INSERT INTO earlierPerson
                (id, email, username, name, companyName, position, phoneNumber, birthday, sex, passwordHash)
            SELECT id, email, username, name, companyName, position, phoneNumber, birthday, sex, passwordHash FROM person;
            DROP INDEX personByProvedEmail;
            DROP INDEX personByAppEmail;
            DROP INDEX personByUsername;
            ALTER TABLE person DROP COLUMN email;
            ALTER TABLE person DROP COLUMN username;
            ALTER TABLE person DROP COLUMN usernameKey;
            ALTER TABLE person DROP COLUMN name;
            ALTER TABLE person DROP COLUMN companyName;
            ALTER TABLE person DROP COLUMN position;
            ALTER TABLE person DROP COLUMN phoneNumber;
            ALTER TABLE person DROP COLUMN birthday;
            ALTER TABLE person DROP COLUMN sex;
            ALTER TABLE person DROP COLUMN passwordHash;
            ALTER TABLE person ADD COLUMN sealedContents blob;
            UPDATE person SET status = status;
            CREATE INDEX personByCreation ON person (createdAt, id);
            CREATE TABLE personLookup (
                hash blob NOT NULL,
                appId TEXT NOT NULL,
                personId TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
                PRIMARY KEY (hash, appId)
            );
            CREATE INDEX personLookupByPerson ON personLookup (personId);
            DELETE FROM holderKey WHERE holder IN (SELECT 'enrolment:' || id FROM enrolment);
            DELETE FROM enrolment;
            DELETE FROM holderKey WHERE holder IN (SELECT 'registration:' || id FROM registration);
            DROP TABLE emailProof;
            CREATE TABLE emailProof (
                id TEXT NOT NULL PRIMARY KEY,
                tokenHash blob NOT NULL UNIQUE,
                emailHash blob NOT NULL,
                holder TEXT NOT NULL,
                sealedEmail blob NOT NULL,
                appId TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
                personId TEXT REFERENCES person (id) ON DELETE CASCADE,
                approved INTEGER NOT NULL CHECK (approved IN (0, 1)),
                createdAt INTEGER NOT NULL,
                expiresAt INTEGER NOT NULL,
                provedAt INTEGER
            );
            CREATE INDEX emailProofByEmail ON emailProof (emailHash, createdAt);
            CREATE INDEX emailProofByExpiry ON emailProof (expiresAt);
            CREATE INDEX emailProofByHolder ON emailProof (holder);
            DELETE FROM letter;
            DELETE FROM objectKey WHERE object IN (SELECT 'mailedCode/' || id FROM mailedCode);
            DELETE FROM mailedCode;
            DROP TABLE registrationPlace;
            DROP TABLE registration;
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
            """
    )
}
