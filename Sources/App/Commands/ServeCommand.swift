import ArgumentParser

#if canImport(Glibc)
import CMalloc
import Glibc
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
        Self.tellNothingInACrash()
        let configuration = try await options.load()
        try await Refusal.explaining {
            let node = try await Node.open(configuration)
            try await node.serve()
        }
    }

    /// Has a crash end the process at once and leave nothing of its memory behind, in which keys and samples lie in the clear.
    ///
    /// Swift's own backtraces show what the registers point to, and take minutes for a program of this size, in which nothing is served and
    /// nobody starts it anew. Who looks for a fault sets `SWIFT_BACKTRACE`.
    private static func tellNothingInACrash() {
        #if canImport(Glibc)
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        _ = setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
        guard getenv("SWIFT_BACKTRACE") == nil else { return }
        for number in [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGQUIT, SIGSEGV, SIGTRAP] { signal(number, SIG_DFL) }
        #endif
    }

    /// Has large buffers leave the process once they are free: glibc keeps what was freed once for the next of its size.
    private static func giveLargeBuffersBack() {
        #if canImport(Glibc)
        _ = mallopt(M_MMAP_THRESHOLD, 128 << 10)
        #endif
    }
}
