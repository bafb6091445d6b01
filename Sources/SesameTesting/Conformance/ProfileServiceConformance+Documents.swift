import Sesame
import SesameCore

extension ProfileServiceConformance {
    static let documentCases: [Case] = [
        Case("a new user has no profile, or one whose onboarding has not started") { subject in
            guard let profile = try await subject.service.load(for: subject.uid) else { return }
            try expect(profile.onboarding.state, is: .notStarted, "the onboarding")
            try subject.expect(profile, has: nil, nil)
        },
        Case("a save returns the resulting profile, and a load returns the same one") { subject in
            let saved = try await subject.save(subject.fields("one"))
            try subject.expect(saved, has: "one", nil)
            let loaded = try await subject.load()
            try subject.expect(loaded, has: "one", nil)
            try expect(loaded.version, is: saved.version, "the version")
            try expect(loaded.createdAt, is: saved.createdAt, "the creation time")
        },
        Case("a save changes the fields that it names and no others") { subject in
            _ = try await subject.save(subject.fields("one", "two"))
            try subject.expect(try await subject.save(subject.fields("three")), has: "three", "two")
            try subject.expect(try await subject.load(), has: "three", "two")
        },
        Case("null removes a field") { subject in
            _ = try await subject.save(subject.fields("one", "two"))
            try subject.expect(try await subject.save(subject.fields(.null)), has: nil, "two")
            try subject.expect(try await subject.load(), has: nil, "two")
        },
        Case("a text is returned byte for byte") { subject in
            let text = "'\"\\ \u{E9} e\u{301} \u{1F468}\u{200D}\u{1F469} \u{202E}"
            _ = try await subject.save(subject.fields(.string(text)))
            try subject.expect(try await subject.load(), has: text, nil)
        },
        Case("a change with one rejected field changes nothing") { subject in
            _ = try await subject.save(subject.fields("one"))
            var fields = subject.fields("two")
            fields[subject.refused] = "mine"
            let change = ProfileChange(fields: fields)
            try await expect([.readOnlyField, .invalidRequest], "a change of a field that users cannot change") {
                _ = try await subject.service.save(change, for: subject.uid)
            }
            try subject.expect(try await subject.load(), has: "one", nil)
        },
        Case("a call for another user is rejected and changes nothing") { subject in
            let other = "\(subject.uid)-other"
            try await expect([.cancelled, .notAuthenticated], "a load for a user who is not signed in") {
                _ = try await subject.service.load(for: other)
            }
            let change = ProfileChange(fields: subject.fields("one"))
            try await expect([.cancelled, .notAuthenticated], "a save for a user who is not signed in") {
                _ = try await subject.service.save(change, for: other)
            }
            try await expect([.cancelled, .notAuthenticated], "a completion for a user who is not signed in") {
                _ = try await subject.service.complete(for: other)
            }
            let profile = try await subject.service.load(for: subject.uid)
            try expect(profile?.fields[subject.texts.0] == nil, "the change is in the signed-in user's profile")
        },
    ]
}
