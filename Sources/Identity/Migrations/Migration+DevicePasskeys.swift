import ParaphStorage

extension Migration {
    /// The device whose key a passkey is: the passkey goes with the device.
    static let devicePasskeys = Migration(
        name: "identity/024-devicePasskeys",
        sql: """
            ALTER TABLE passkey ADD COLUMN deviceId TEXT REFERENCES device (id) ON DELETE CASCADE;
            CREATE UNIQUE INDEX passkeyByDevice ON passkey (deviceId);
            """
    )
}
