import Sesame
import SesameCore

extension SessionStoreConformance {
    static let lockCases: [Case] = [
        Case("the right to refresh has one holder, in whichever opening") { subject in
            let (first, second) = try (subject.open(), subject.open())
            let lease = try first.tryLease()
            try expect(lease != nil, "nobody holds the lease, and it is not given")
            try expect(try first.tryLease() == nil, "the same opening was given the lease twice")
            try expect(try second.tryLease() == nil, "another opening was given the lease, too")
            lease?.release()
            let next = try second.tryLease()
            try expect(next != nil, "a lease that was given back is not given again")
            // A second call must not release another holder's lease.
            lease?.release()
            try expect(try first.tryLease() == nil, "a lease was given back that another one holds")
            next?.release()
        },
        Case("a lease that is let go is given back") { subject in
            let store = try subject.open()
            _ = try store.tryLease()
            try expect(try store.tryLease() != nil, "the lease is held by nobody, and not given")
        },
        Case("a lease keeps nobody from reading and writing") { subject in
            let (first, second) = try (subject.open(), subject.open())
            let lease = try first.tryLease()
            try second.write(.session, [1])
            try expect(first.read(.session) == [1], "the session is not what the other one stored")
            try second.withExclusiveAccess { () throws(AuthError) in try second.write(.revocations, [2]) }
            try expect(first.read(.revocations) == [2], "the sign-outs are not what the other one stored")
            lease?.release()
        },
        Case("what is changed exclusively is returned, or its error thrown, and the turn ends either way") { subject in
            let store = try subject.open()
            try expect(try store.withExclusiveAccess { () throws(AuthError) in 7 }, is: 7, "the result")
            try await expect([.restartNeeded], "the function's error") {
                try store.withExclusiveAccess { () throws(AuthError) in throw AuthError(.restartNeeded, "as it should")
                }
            }
            try expect(try store.withExclusiveAccess { () throws(AuthError) in 8 }, is: 8, "the result")
        },
        Case("of changes that many make at once none is lost") { subject in
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
