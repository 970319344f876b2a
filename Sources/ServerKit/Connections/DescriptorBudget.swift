#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// How the descriptors that a process may open are shared out, so that one use cannot take those of another.
///
/// Where none is free, nothing works any more: libdispatch even ends the process when it cannot look at its own threads in `/proc`.
public struct DescriptorBudget: Hashable, Sendable {
    /// Those of the database, the event loops, the log, mail, names and what else a process opens of itself; some 25 are used at rest.
    static let reserve = 64
    /// The most connections where no other number is set; each costs some kilobytes of memory.
    static let usualConnections = 16_384
    /// The fewest connections that are worth serving.
    static let leastConnections = 16

    /// How many descriptors the process may open.
    public let limit: Int
    /// How many connections may be open at a time.
    public let connections: Int
    /// How many blobs may be open at a time.
    public let files: Int

    /// Whether there is enough to serve with.
    public var isEnough: Bool { connections >= Self.leastConnections && files >= 4 }

    /// Shares out `limit` descriptors.
    ///
    /// - Parameters:
    ///   - limit: How many there are.
    ///   - most: How many connections are wanted; fewer where the limit allows no more.
    public init(limit: Int, most: Int? = nil) {
        self.limit = limit
        let shared = max(0, limit - Self.reserve)
        files = min(1024, shared / 4)
        connections = min(most ?? Self.usualConnections, shared - files)
    }

    /// Shares out what this process may open, once that is as much as it may ask for.
    public static func ofThisProcess(most: Int? = nil) -> DescriptorBudget {
        DescriptorBudget(limit: raisedLimit(), most: most)
    }

    /// Raises the soft limit to the hard one, and says what it is now.
    ///
    /// The soft one is low for programs that use `select`, which none of our libraries does.
    private static func raisedLimit() -> Int {
        var limit = rlimit()
        guard getrlimit(descriptors, &limit) == 0 else { return 256 }
        // Some containers have a hard limit of a thousand million, which says nothing.
        let wanted = min(limit.rlim_max, max(limit.rlim_cur, 1 << 20))
        if limit.rlim_cur < wanted {
            var raised = limit
            raised.rlim_cur = wanted
            if setrlimit(descriptors, &raised) == 0 { limit = raised }
        }
        return Int(clamping: limit.rlim_cur)
    }

    #if canImport(Glibc)
    private static var descriptors: __rlimit_resource_t { __rlimit_resource_t(RLIMIT_NOFILE.rawValue) }
    #else
    private static var descriptors: CInt { RLIMIT_NOFILE }
    #endif
}
