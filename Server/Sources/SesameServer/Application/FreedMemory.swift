#if canImport(Glibc)
    import Glibc
#endif

/// The memory that the process no longer uses.
enum FreedMemory {
    /// Returns freed memory to the system at intervals, until canceled.
    static func returnToSystem(every interval: Duration) async {
        while (try? await Task.sleep(for: interval)) != nil { returnToSystem() }
    }

    /// Returns freed memory to the system.
    ///
    /// glibc keeps freed blocks between blocks that are in use, so that after a flood the process would stay as large
    /// as it was. Other systems return such memory by themselves.
    static func returnToSystem() {
        #if canImport(Glibc)
            // Swift's module for glibc lacks `malloc.h`; see malloc_trim(3).
            guard let symbol = dlsym(nil, "malloc_trim") else { return }
            let trim = unsafeBitCast(symbol, to: (@convention(c) (Int) -> Int32).self)
            _ = trim(0)
        #endif
    }
}
