extension Baseline {
    /// The digests that people's devices authorised for programs, each good for one signature by the person's key; and the signatures that they
    /// were given, for programs that did not get the answer.
    static let activations = """
        CREATE TABLE signatureActivation (
            requestId TEXT NOT NULL PRIMARY KEY,
            personId TEXT NOT NULL,
            client TEXT NOT NULL,
            credential TEXT NOT NULL,
            secretHash blob NOT NULL UNIQUE,
            expiresAt INTEGER NOT NULL
        );
        CREATE INDEX signatureActivationByExpiry ON signatureActivation (expiresAt);

        CREATE TABLE activatedDigest (
            requestId TEXT NOT NULL REFERENCES signatureActivation (requestId) ON DELETE CASCADE,
            digest blob NOT NULL,
            signedAt INTEGER,
            signature blob,
            PRIMARY KEY (requestId, digest)
        );
        """
}
