import Foundation
import Testing

@testable import SesameAccounts

@Suite struct `Merge snapshots` {
    /// A merge snapshot in the JSON form that the first version stored, which later versions must still read.
    private static let stored = #"""
        {"at":1,"goes":\#(account("a")),"before":\#(account("b")),"merged":\#(account("b")),
         "returning":[{"provider":"apple","createdAt":1}],"staying":[{"provider":"google","createdAt":2}],
         "returningLogins":[{"kind":"email","createdAt":3}],"stayingLogins":[{"kind":"phone","createdAt":4}],
         "goesDetails":{"displayName":"Test User 1","claims":"{}","preferences":"{}","labels":["a"]},
         "sessions":["s"],"session":"t"}
        """#

    private static func account(_ id: String) -> String {
        #"{"id":"\#(id)","createdAt":1,"lastSignInAt":2,"role":"ACTEUR","isJoinable":true,"#
            + #""onboarding":{"inProgress":{"step":"city"}},"version":3,"updatedAt":2,"fields":"{}"}"#
    }

    @Test func `a stored snapshot is read under its stored names, and written under the same ones`() throws {
        let snapshot = try JSONDecoder().decode(MergeSnapshot.self, from: Data(Self.stored.utf8))
        #expect(snapshot.returningCredentials.map(\.kind) == ["email"])
        #expect(snapshot.stayingCredentials.map(\.kind) == ["phone"])
        #expect(snapshot.merged.allowsEmailLinking && snapshot.goes.onboarding.step == "city")
        let written = try JSONSerialization.jsonObject(with: JSONEncoder().encode(snapshot)) as? NSDictionary
        #expect(written == (try JSONSerialization.jsonObject(with: Data(Self.stored.utf8)) as? NSDictionary))
    }
}
