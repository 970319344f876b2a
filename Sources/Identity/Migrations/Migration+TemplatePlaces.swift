import ParaphStorage

extension Migration {
    /// What is remembered of accepted samples, and held against sources, is kept for each template by itself.
    ///
    /// Which template accepted a sample from before is not known: all but the references of apps' own templates count as the person's.
    static let templatePlaces = Migration(
        name: "identity/046-templatePlaces",
        sql: """
            ALTER TABLE trace ADD COLUMN place TEXT NOT NULL DEFAULT 'own';
            UPDATE trace SET place = (SELECT appId FROM template WHERE template.id = trace.templateId)
                WHERE templateId IN (SELECT id FROM template WHERE appId IS NOT NULL);
            UPDATE trace SET place = 'ended', templateId = NULL
                WHERE templateId IS NOT NULL AND templateId NOT IN (SELECT id FROM template);
            ALTER TABLE sourceWatch RENAME TO formerSourceWatch;
            CREATE TABLE sourceWatch (
                personId TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
                source TEXT NOT NULL,
                place TEXT NOT NULL,
                level REAL NOT NULL,
                alarms INTEGER NOT NULL,
                heldUntil INTEGER,
                at INTEGER NOT NULL,
                PRIMARY KEY (personId, source, place)
            );
            INSERT INTO sourceWatch (personId, source, place, level, alarms, heldUntil, at)
                SELECT personId, source, 'own', level, alarms, heldUntil, at FROM formerSourceWatch;
            DROP TABLE formerSourceWatch;
            CREATE INDEX sourceWatchByTime ON sourceWatch (at);
            """
    )
}
