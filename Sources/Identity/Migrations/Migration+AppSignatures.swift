import ParaphStorage

extension Migration {
    /// What confirmed a template that is good in one app, and which request a letter is about.
    ///
    /// Nothing tells of templates from before what confirmed them: where their person has one of their own, that one answers from now on.
    /// Letters about templates from before name no request, so that they are asked anew; they were good for half an hour.
    static let appSignatures = Migration(
        name: "identity/045-appSignatures",
        sql: """
            ALTER TABLE template ADD COLUMN confirmedBy TEXT CHECK (confirmedBy IN ('signature', 'passkey', 'recoveryCode', 'mailedCode'));
            DELETE FROM emailProof WHERE personId IS NULL;
            ALTER TABLE emailProof DROP COLUMN approved;
            ALTER TABLE emailProof ADD COLUMN confirmedBy TEXT CHECK (confirmedBy IN ('signature', 'passkey', 'recoveryCode', 'mailedCode'));
            ALTER TABLE emailProof ADD COLUMN request blob;
            ALTER TABLE emailProof ADD COLUMN network TEXT;
            ALTER TABLE emailProof ADD COLUMN sends INTEGER NOT NULL DEFAULT 0;
            ALTER TABLE emailProof ADD COLUMN sentAt INTEGER;
            ALTER TABLE enrolment ADD COLUMN emailHash blob;
            CREATE INDEX enrolmentByEmail ON enrolment (emailHash);
            """
    )
}
