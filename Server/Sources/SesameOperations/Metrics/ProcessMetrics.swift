import Foundation
import SesameHTTP

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The operating system's values of this process, with the names that all Prometheus clients use. Unavailable values
/// are omitted, except the CPU time, which is then 0.
struct ProcessMetrics: Sendable {
    private let startedAt = Date().timeIntervalSince1970

    func write(_ text: inout PrometheusText) {
        func gauge(_ name: String, _ help: String, _ value: Double?) {
            text.family(name, .gauge, help)
            if let value { text.sample(name, value) }
        }
        text.family("process_cpu_seconds_total", .counter, "CPU time used, in seconds.")
        text.sample("process_cpu_seconds_total", Self.processorSeconds)
        gauge("process_start_time_seconds", "Start time of the process, in seconds since 1970.", startedAt)
        gauge("process_resident_memory_bytes", "Resident memory in bytes, on Linux.", Self.residentBytes)
        gauge("process_open_fds", "Number of open files and connections, on Linux.", Self.openFiles)
        gauge("process_max_fds", "Maximum number of open files and connections.", Self.maxOpenFiles)
    }

    private static var processorSeconds: Double {
        var time = timespec()
        guard clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) == 0 else { return 0 }
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// The resident memory in bytes, from the second number of `/proc/self/statm`, which counts pages; nil if the
    /// system is not Linux.
    private static var residentBytes: Double? {
        guard let file = fopen("/proc/self/statm", "r") else { return nil }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = fread(&bytes, 1, bytes.count, file)
        let numbers = String(decoding: bytes.prefix(count), as: UTF8.self).split(separator: " ")
        guard numbers.count > 1, let pages = Double(numbers[1]) else { return nil }
        return pages * Double(sysconf(Int32(_SC_PAGESIZE)))
    }

    /// The number of the process's open files, without the descriptor that reads `/proc/self/fd`; nil if the system is
    /// not Linux.
    private static var openFiles: Double? {
        guard let entries = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") else { return nil }
        return Double(entries.count - 1)
    }

    private static var maxOpenFiles: Double? { OpenFiles.limit.map { Double($0) } }
}
