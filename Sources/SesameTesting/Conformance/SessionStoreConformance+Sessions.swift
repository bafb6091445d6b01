import Foundation
import Sesame
import SesameCore

extension SessionStoreConformance {
    static let sessionCases: [Case] = [
        Case("an empty store has no session, no sign-outs and no names") { subject in
            let store = try subject.open()
            try expect(store.load(), is: nil, "the session")
            try expect(store.loadRevocations(), is: [], "the sign-outs")
            try expect(store.loadNames(), is: [], "the names")
        },
        Case("a session comes back as it was stored, all members of it") { subject in
            let store = try subject.open()
            try store.save(Sample.full)
            try Sample.expect(store.load(), is: Sample.full)
        },
        Case("members that are absent stay absent") { subject in
            let store = try subject.open()
            try store.save(Sample.bare)
            try Sample.expect(store.load(), is: Sample.bare)
        },
        Case("text comes back byte for byte") { subject in
            let store = try subject.open()
            try store.save(Sample.odd)
            try Sample.expect(store.load(), is: Sample.odd)
        },
        Case("tokens of eight thousand bytes fit") { subject in
            let store = try subject.open()
            var session = Sample.full
            session.accessToken = Secret(String(repeating: "x", count: 8_000))
            session.refreshToken = Secret(String(repeating: "y", count: 8_000))
            try store.save(session)
            try Sample.expect(store.load(), is: session)
        },
        Case("times come back to the millisecond") { subject in
            let store = try subject.open()
            var session = Sample.full
            session.receivedAt = Date(timeIntervalSince1970: 1_790_000_000.123)
            session.expiresAt = Date(timeIntervalSince1970: 4_102_444_800.999)
            try store.save(session)
            let held = try store.load()
            for (actual, expected) in [
                (held?.receivedAt, session.receivedAt), (held?.expiresAt, session.expiresAt),
            ] {
                let difference = actual.map { abs($0.timeIntervalSince(expected)) } ?? .infinity
                try expect(difference < 0.001, "a time is off by \(difference) seconds")
            }
        },
        Case("a session takes the last one's place") { subject in
            let store = try subject.open()
            try store.save(Sample.full)
            try store.save(Sample.bare)
            try Sample.expect(store.load(), is: Sample.bare)
        },
        Case("a removed session is gone, and to remove nothing is no error") { subject in
            let store = try subject.open()
            try store.delete()
            try store.save(Sample.full)
            try store.delete()
            try expect(store.load(), is: nil, "the session")
            try store.delete()
        },
        Case("what is stored is there when the store is opened again") { subject in
            let first = try subject.open()
            try first.save(Sample.full)
            try first.saveRevocations([Revocation(Sample.bare)])
            try first.saveNames([Sample.name(1)])
            let second = try subject.open()
            try Sample.expect(second.load(), is: Sample.full)
            try expect(second.loadRevocations(), is: [Revocation(Sample.bare)], "the sign-outs")
            try expect(second.loadNames() == [Sample.name(1)], "the names are not those that were stored")
        },
        Case("what one opening does, another one sees at once") { subject in
            let (first, second) = try (subject.open(), subject.open())
            try first.save(Sample.full)
            try Sample.expect(second.load(), is: Sample.full)
            try second.save(Sample.bare)
            try Sample.expect(first.load(), is: Sample.bare)
            try first.delete()
            try expect(second.load(), is: nil, "the session")
        },
        Case("whoever reads while another writes sees the old session or the new one, and no mixture") { subject in
            let writer = try subject.open()
            try writer.save(.sample(0))
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    for number in 1...40 { try writer.save(.sample(number)) }
                }
                for _ in 0..<2 {
                    let reader = try subject.open()
                    group.addTask {
                        for _ in 0..<40 {
                            guard let held = try reader.load() else {
                                throw ConformanceFailure("there was no session while one was replaced")
                            }
                            let number = held.id.split(separator: "-").last.map(String.init) ?? ""
                            try expect(held.accessToken == Secret("a-\(number)"), "tokens of two sessions were mixed")
                            try expect(held.refreshToken == Secret("r-\(number)"), "tokens of two sessions were mixed")
                        }
                    }
                }
                try await group.waitForAll()
            }
        },
    ]
}
