import SesameCore
import Testing

@testable import SesameAppwriteSurface

struct AppwriteEmailTests {
    @Test(arguments: [
        ("Ann@Example.com", "ann@example.com", true, false),
        ("ann+shop@example.com", "ann+shop@example.com", true, false),
        ("a.n.n+shop@googlemail.com", "ann@gmail.com", false, true), ("ann@gmail.com", "ann@gmail.com", true, true),
        ("a.nn+1@icloud.com", "a.nn@icloud.com", false, true), ("+1@icloud.com", "+1@icloud.com", true, true),
    ])
    func `an email address is described in its provider's canonical form`(
        text: String, canonical: String, isCanonical: Bool, isFree: Bool
    ) {
        let json = AppwriteEmail.json(of: text)
        #expect(json["emailCanonical"] == .string(canonical) && json["emailIsCanonical"] == .bool(isCanonical))
        #expect(json["emailIsFree"] == .bool(isFree) && json["emailIsCorporate"] == .bool(!isFree))
        #expect(json["emailIsDisposable"] == false)
    }

    @Test(arguments: ["", "ann", "@example.com", "ann@", "a@b@c"])
    func `an invalid email address has only null values`(text: String) {
        #expect(AppwriteEmail.json(of: text).members.allSatisfy { $0.value == .null })
        #expect(AppwriteEmail.json(of: text).members.count == 5)
    }
}
