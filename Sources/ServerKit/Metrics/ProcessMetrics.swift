#if canImport(Glibc)
import Glibc

/// What Linux tells of this process (proc(5)), under the names that Prometheus' client libraries share.
public enum ProcessMetrics {
    /// Adds the process's gauges.
    public static func add(to metrics: Metrics) {
        let started = Double(time(nil))
        metrics.gauge(.init("process_start_time_seconds", "When the process began, in seconds since 1970.")) { started }
        metrics.gauge(.init("process_resident_memory_bytes", "Memory in use.")) {
            // The second number of statm is the resident set, in pages.
            firstLine(of: "/proc/self/statm")?.split(separator: " ").dropFirst().first.flatMap { Double($0) }.map {
                $0 * Double(sysconf(Int32(_SC_PAGESIZE)))
            }
        }
        metrics.gauge(.init("process_open_fds", "Open file descriptors.")) {
            guard let folder = opendir("/proc/self/fd") else { return nil }
            defer { closedir(folder) }
            var count = 0
            while readdir(folder) != nil { count += 1 }
            // Neither ".", nor "..", nor the folder itself.
            return Double(count - 3)
        }
        metrics.gauge(.init("process_cpu_seconds_total", "Processor time that was used."), grows: true) {
            // The name in brackets may hold spaces and brackets; behind it stand the state, and as the twelfth and thirteenth the time used, in ticks.
            guard let line = firstLine(of: "/proc/self/stat"), let name = line.lastIndex(of: ")") else { return nil }
            let ticks = line[name...].split(separator: " ").dropFirst(12).prefix(2).compactMap { Double($0) }
            guard ticks.count == 2 else { return nil }
            return (ticks[0] + ticks[1]) / Double(sysconf(Int32(_SC_CLK_TCK)))
        }
    }

    private static func firstLine(of path: String) -> String? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var buffer = [CChar](repeating: 0, count: 1024)
        guard fgets(&buffer, Int32(buffer.count), file) != nil else { return nil }
        return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
#endif
