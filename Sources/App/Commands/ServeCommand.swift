import ArgumentParser

#if canImport(Glibc)
import CGlibc
#endif

/// `paraph serve`: runs one node.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve people, apps and clients until SIGTERM or SIGINT.",
        discussion: """
            Every flag is also read from the environment (PARAPH_DATA, PARAPH_PORT, PARAPH_PUBLIC_URL, …) and from the JSON file that --config \
            names (data, port, publicUrl, …).
            """
    )

    @OptionGroup var options: ServeOptions

    func run() async throws {
        Self.giveLargeBuffersBack()
        let configuration = try await options.load()
        try await Refusal.explaining {
            let node = try await Node.open(configuration)
            try await node.serve()
        }
    }

    /// Has large buffers leave the process once they are free: glibc keeps what was freed once for the next of its size.
    private static func giveLargeBuffersBack() {
        #if canImport(Glibc)
        _ = mallopt(M_MMAP_THRESHOLD, 128 << 10)
        #endif
    }
}
