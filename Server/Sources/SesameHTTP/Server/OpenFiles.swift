#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The files that the process has open. Each connection counts as one.
package enum OpenFiles {
    /// The maximum number of open files; nil if the system does not report it.
    package static var limit: Int? {
        var limit = rlimit()
        #if canImport(Glibc)
            let code = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        #else
            let code = getrlimit(RLIMIT_NOFILE, &limit)
        #endif
        return code == 0 ? Int(clamping: limit.rlim_cur) : nil
    }

    /// Returns the number of connections that are possible, up to a maximum. A part of the open files is kept for the
    /// database, the log and outgoing requests, because a server without a free file can neither accept nor reject
    /// connections.
    static func connections(atMost max: Int, limit: Int? = Self.limit) -> Int {
        guard let limit else { return max }
        return min(max, Swift.max(limit - 256, limit / 2))
    }
}
