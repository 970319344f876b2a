public import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A program that a test runs, by posix_spawn.
///
/// Foundation's `Process` looks through all open files when it starts one, and reads beyond the end of that list where some 1,350 are open
/// (Swift 6.3 on Linux): so many are while all tests run at once, and the tests crashed now and then. Files that tests open are closed on exec.
public final class ChildProcess {
    /// What the program reads; nil where it reads nothing.
    public let input: FileHandle?
    /// What the program says.
    public let output: FileHandle
    private let id: pid_t
    private var status: Int32?

    /// Why a program does not start.
    public struct Failure: Error, CustomStringConvertible {
        public let description: String
    }

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - program: its path, or its name to look for in `PATH`.
    ///   - arguments: what comes behind the name.
    ///   - folder: where it starts.
    ///   - withInput: whether ``input`` can be written to.
    ///   - withErrors: whether what it says on standard error comes with its output; it is passed over else.
    /// - Throws: ``Failure`` where it does not start.
    public init(_ program: String, _ arguments: [String], in folder: String? = nil, withInput: Bool = false, withErrors: Bool = false)
        throws
    {
        let (started, read, write) = try starting.withLock { _ in
            try Self.start(program, arguments, in: folder, withInput: withInput, withErrors: withErrors)
        }
        id = started
        output = FileHandle(fileDescriptor: read, closeOnDealloc: true)
        input = write.map { FileHandle(fileDescriptor: $0, closeOnDealloc: true) }
    }

    private static func start(_ program: String, _ arguments: [String], in folder: String?, withInput: Bool, withErrors: Bool) throws
        -> (id: pid_t, read: Int32, write: Int32?)
    {
        let out = try pipe()
        let into = withInput ? try pipe() : nil
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let into {
            posix_spawn_file_actions_adddup2(&actions, into.read, 0)
        } else {
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        }
        posix_spawn_file_actions_adddup2(&actions, out.write, 1)
        if withErrors {
            posix_spawn_file_actions_adddup2(&actions, out.write, 2)
        } else {
            posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        }
        let line = folder.map { ["/bin/sh", "-c", #"cd "$0" && exec "$@""#, $0, program] } ?? [program]
        let words: [UnsafeMutablePointer<CChar>?] = (line + arguments).map { strdup($0) } + [nil]
        let surroundings: [UnsafeMutablePointer<CChar>?] =
            ProcessInfo.processInfo.environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for word in words + surroundings { free(word) } }
        var started: pid_t = 0
        let failure = posix_spawnp(&started, line[0], &actions, nil, words, surroundings)
        close(out.write)
        if let into { close(into.read) }
        guard failure == 0 else {
            close(out.read)
            if let into { close(into.write) }
            throw Failure(description: "\(program) does not start: \(String(cString: strerror(failure)))")
        }
        return (started, out.read, into?.write)
    }

    /// Waits for the program to end; gives its exit status, 128 and the signal's number where one ended it.
    @discardableResult
    public func wait() -> Int32 {
        if let status { return status }
        var raw: Int32 = 0
        while waitpid(id, &raw, 0) < 0, errno == EINTR {}
        let ended = raw & 0x7F == 0 ? (raw >> 8) & 0xFF : 128 + (raw & 0x7F)
        status = ended
        return ended
    }

    /// Runs a program to its end.
    public static func run(_ program: String, _ arguments: [String], in folder: String? = nil, withErrors: Bool = false) throws
        -> (status: Int32, output: String)
    {
        let process = try ChildProcess(program, arguments, in: folder, withErrors: withErrors)
        let output = process.output.readDataToEndOfFile()
        return (process.wait(), String(decoding: output, as: UTF8.self))
    }

    /// A pipe that no program inherits, but for its own ends.
    private static func pipe() throws -> (read: Int32, write: Int32) {
        var ends: [Int32] = [0, 0]
        guard systemPipe(&ends) == 0, ends.allSatisfy({ fcntl($0, F_SETFD, FD_CLOEXEC) == 0 }) else {
            throw Failure(description: "no pipe: \(String(cString: strerror(errno)))")
        }
        return (ends[0], ends[1])
    }
}

private func systemPipe(_ ends: inout [Int32]) -> Int32 { pipe(&ends) }

/// Held from the making of a pipe until the program is started: what starts in between would inherit its ends.
private let starting = Mutex(())
