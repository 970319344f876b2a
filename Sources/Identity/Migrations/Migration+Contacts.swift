import ParaphStorage

extension Migration {
    /// The contact of an app that somebody registered is sealed by their key, and goes with them; of one that an administrator made it stands
    /// in the clear.
    ///
    /// What stood in the clear of the former goes: nothing of it was released. Besides: who sent the samples that wait, which letters about
    /// accounts are contested, and how old erasures are.
    static let contacts = Migration(
        name: "identity/053-contacts",
        sql: """
            ALTER TABLE app ADD COLUMN contactEmail TEXT;
            ALTER TABLE app ADD COLUMN sealedEmail blob;
            UPDATE app SET contactEmail = email WHERE ownerId IS NULL
                AND NOT EXISTS (SELECT 1 FROM auditLedger
                    WHERE auditLedger.subject = app.id AND auditLedger.action = 'appCreated' AND auditLedger.actor <> 'administrator');
            ALTER TABLE app DROP COLUMN email;
            ALTER TABLE enrolment ADD COLUMN party TEXT;
            ALTER TABLE emailProof ADD COLUMN contested INTEGER NOT NULL DEFAULT 0 CHECK (contested IN (0, 1));
            CREATE INDEX erasureByTime ON erasure (at);
            """
    )
}
