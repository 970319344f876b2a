import ArgumentParser

/// The flags that say which instance a command works on.
struct NodeOptions: ParsableArguments {
    @Option(help: "The folder that keeps the database, the blobs and the root key ($PARAPH_DATA).")
    var data: String?

    @Option(help: "A JSON file of settings; flags and the environment come first.")
    var config: String?

    @Option(help: "The least level that is logged: trace, debug, info, notice, warning, error, critical ($PARAPH_LOG_LEVEL).")
    var logLevel: String?

    /// The flags that were given, by the key of their setting.
    var flags: [String: String] {
        ["data": data, "logLevel": logLevel].compactMapValues(\.self)
    }

    /// The configuration of the instance.
    ///
    /// - Throws: a validation error for the command line, which exits with 2.
    func load(adding more: [String: String?] = [:]) async throws -> NodeConfiguration {
        do {
            return try await NodeConfiguration.load(
                flags: flags.merging(more.compactMapValues(\.self)) { first, _ in first },
                file: config
            )
        } catch let error as ConfigurationError {
            throw Refusal("\(error)")
        }
    }
}
