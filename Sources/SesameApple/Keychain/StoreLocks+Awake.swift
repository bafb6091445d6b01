#if canImport(Security)
    import Foundation
    import Sesame
    import SesameCore

    extension StoreLocks {
        /// The same locks, with a lease that is released before the system suspends the app. The system ends an app
        /// that holds a lock on a shared file while suspended. Another process may then refresh at the same time, which
        /// the manager handles.
        var awake: StoreLocks {
            #if canImport(UIKit)
                withLease { (take) throws(AuthError) in
                    guard let lease = try take() else { return nil }
                    let end = DispatchSemaphore(value: 0)
                    ProcessInfo.processInfo.performExpiringActivity(withReason: "refresh of a session") { isExpired in
                        // The system calls this once at the start, where it waits, and again when the time is up.
                        if isExpired { lease.release() } else { end.wait() }
                    }
                    return StoreLease {
                        lease.release()
                        end.signal()
                    }
                }
            #else
                self
            #endif
        }
    }
#endif
