import Sesame
import SesameCore

extension SessionStoreConformance {
    static let lockCases: [Case] = [
        Case("a lease has one holder at a time, across all instances of the store") { subject in
            let (first, second) = try (subject.open(), subject.open())
            let lease = try first.tryLease()
            try expect(lease != nil, "the lease is free, but was not granted")
            try expect(try first.tryLease() == nil, "the same instance was granted the lease twice")
            try expect(try second.tryLease() == nil, "another instance was granted the lease, too")
            lease?.release()
            let next = try second.tryLease()
            try expect(next != nil, "a released lease was not granted again")
            // A second call must not release another holder's lease.
            lease?.release()
            try expect(try first.tryLease() == nil, "a second release released another holder's lease")
            next?.release()
        },
        Case("a lease is released when it is deinitialized") { subject in
            let store = try subject.open()
            _ = try store.tryLease()
            try expect(try store.tryLease() != nil, "the lease has no holder, but was not granted")
        },
        Case("a lease does not block reads and writes") { subject in
            let (first, second) = try (subject.open(), subject.open())
            let lease = try first.tryLease()
            try second.write(.session, [1])
            try expect(first.read(.session) == [1], "the session is not what the other instance stored")
            try second.withExclusiveAccess { () throws(AuthError) in try second.write(.revocations, [2]) }
            try expect(first.read(.revocations) == [2], "the sign-outs are not what the other instance stored")
            lease?.release()
        },
        Case("exclusive access returns the function's result or throws its error, and ends either way") { subject in
            let store = try subject.open()
            try expect(try store.withExclusiveAccess { () throws(AuthError) in 7 }, is: 7, "the result")
            try await expect([.restartNeeded], "the function's error") {
                try store.withExclusiveAccess { () throws(AuthError) in
                    throw AuthError(.restartNeeded, "thrown by the conformance case")
                }
            }
            try expect(try store.withExclusiveAccess { () throws(AuthError) in 8 }, is: 8, "the result")
        },
        Case("of concurrent changes none is lost") { subject in
            let openings = try (0..<4).map { _ in try subject.open() }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (index, store) in openings.enumerated() {
                    group.addTask {
                        for turn in 0..<10 {
                            try store.withExclusiveAccess { () throws(AuthError) in
                                let bytes = try store.read(.revocations) ?? []
                                try store.write(.revocations, bytes + [UInt8(index * 10 + turn)])
                            }
                        }
                    }
                }
                try await group.waitForAll()
            }
            let bytes = try subject.open().read(.revocations) ?? []
            try expect(Set(bytes).count, is: 40, "the number of changes")
        },
    ]
}

extension AuthError.Code {
    /// An error code that no store throws by itself.
    fileprivate static let restartNeeded = Self(rawValue: "restart_needed")
}
