#if canImport(Glibc)
import CGlibc
import Glibc
#endif

/// What a crash leaves behind: nothing of the memory, in which keys and samples lie in the clear.
enum CrashPolicy {
    /// Has a crash end the process at once, without an image of its memory, in a file or to a program, and without a backtrace.
    ///
    /// Swift's own backtraces show what the registers point to, and took from nine seconds to more than a minute for a program of this size,
    /// in which nothing is served and nothing restarts it. To look for a fault, set `SWIFT_BACKTRACE`, and everything is as Swift has it.
    static func apply() {
        #if canImport(Glibc)
        guard getenv("SWIFT_BACKTRACE") == nil else { return }
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        _ = setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
        // The limit says nothing to programs that take such images from the kernel.
        _ = forbid_dumps()
        for number in [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGQUIT, SIGSEGV, SIGTRAP] { signal(number, SIG_DFL) }
        #endif
    }
}
