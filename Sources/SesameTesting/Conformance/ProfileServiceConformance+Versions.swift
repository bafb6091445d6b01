import Sesame
import SesameCore

extension ProfileServiceConformance {
    static let versionCases: [Case] = [
        Case("every change increases the version, and a repeated change does not") { subject in
            let first = try await subject.save(subject.fields("one"))
            let second = try await subject.save(subject.fields("two"))
            try expect(second.version > first.version, "a change did not increase the version")
            let repeated = try await subject.save(subject.fields("two"))
            try expect(repeated.version, is: second.version, "the version")
        },
        Case("a change based on the newest version is accepted") { subject in
            let first = try await subject.save(subject.fields("one"))
            let second = try await subject.save(subject.fields("two"), version: first.version)
            try subject.expect(second, has: "two", nil)
        },
        Case("a stale change is rejected with the newest profile, and changes nothing") { subject in
            let first = try await subject.save(subject.fields("one"))
            _ = try await subject.save(subject.fields("two", "other"))
            let error = try await expect([.preconditionFailed], "a change based on an old version") {
                _ = try await subject.save(subject.fields("three"), version: first.version)
            }
            guard let newest = error.newest else {
                throw ConformanceFailure("the error does not contain the newest profile")
            }
            try subject.expect(newest, has: "two", "other")
            try subject.expect(try await subject.load(), has: "two", "other")
            try subject.expect(
                try await subject.save(subject.fields("three"), version: newest.version), has: "three", "other")
        },
        Case("a change whose response was lost can be sent again") { subject in
            let first = try await subject.save(subject.fields("one"))
            let made = try await subject.save(subject.fields("two", "three"), version: first.version)
            let repeated = try await subject.save(subject.fields("two", "three"), version: first.version)
            try expect(repeated.version, is: made.version, "the version")
        },
        Case("concurrent changes without a version are all applied") { subject in
            _ = try await subject.save(subject.fields("one", "two"))
            async let first = subject.save(subject.fields("three"))
            async let second = subject.save(subject.fields(nil, "four"))
            _ = try await (first, second)
            try subject.expect(try await subject.load(), has: "three", "four")
        },
    ]
}
