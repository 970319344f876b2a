import ArgumentParser

/// The flags that say which instance a command works on.
struct NodeOptions: ParsableArguments {
    @Option(help: "The folder that keeps the database, the blobs and the root key ($PARAPH_DATA).")
    var data: String?

    @Option(help: "postgres://USER@HOST:PORT/NAME for PostgreSQL instead of SQLite in the data folder ($PARAPH_DATABASE).")
    var database: String?

    @Option(help: "A JSON file of settings; flags and the environment come first.")
    var config: String?

    @Option(help: "The file of the root key (default: systemd's credential root.key, else root.key in the data folder; $PARAPH_ROOT_KEY).")
    var rootKey: String?

    @Option(help: "The least level that is logged: trace, debug, info, notice, warning, error, critical ($PARAPH_LOG_LEVEL).")
    var logLevel: String?

    /// The flags that were given, by the key of their setting.
    var flags: [String: String] {
        ["data": data, "database": database, "rootKey": rootKey, "logLevel": logLevel].compactMapValues(\.self)
    }

    /// The configuration of the instance.
    ///
    /// - Parameters:
    ///   - more: Flags of the command itself, by the key of their setting.
    ///   - fallback: What counts where neither flags nor the environment nor the file say anything.
    /// - Returns: The configuration.
    /// - Throws: ``Refusal`` that names the setting at fault.
    func load(adding more: [String: String?] = [:], fallback: [String: String] = [:]) async throws -> NodeConfiguration {
        try await Refusal.explaining {
            try await NodeConfiguration.load(
                flags: flags.merging(more.compactMapValues(\.self)) { first, _ in first },
                file: config,
                fallback: fallback
            )
        }
    }
}
