import Foundation
import Sesame
import SesameCore

/// Values to store.
enum Sample {
    /// Text that has gone wrong in some store before: quotes, NUL, both normal forms, beyond the basic plane.
    static let oddText =
        "';--\"\u{0}\\%_ \u{E9} e\u{301} \u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467} \u{202E}\r\n\u{FEFF}"

    /// A session with all that one can have.
    static let full = session(
        UserAuthInfo(
            uid: "uid-1", email: "test.user.1@example.com", isAnonymous: false,
            creationDate: Date(timeIntervalSince1970: 1_700_000_000),
            lastSignInDate: Date(timeIntervalSince1970: 1_790_000_000), displayName: "Test User 1",
            photoURL: URL(string: "https://example.com/p?size=96&v=%C3%A9#top"), providers: ["google", "apple"],
            role: "ACTEUR"))

    /// A session with as little as one can have.
    static let bare = session(UserAuthInfo(uid: "uid-2", isAnonymous: true))

    /// A session with odd text wherever there is text.
    static let odd = session(
        UserAuthInfo(
            uid: oddText, email: oddText, displayName: oddText, providers: [oddText, ""], role: oddText),
        id: oddText, token: oddText)

    static func name(_ number: Int) -> FirstSignInName {
        FirstSignInName(
            appleUser: "00\(number).user", name: PersonName(givenName: "Test", familyName: "User \(number)"))
    }

    /// Holds when the session is the same to the byte.
    static func expect(_ actual: Session?, is expected: Session) throws(ConformanceFailure) {
        guard let actual else { throw ConformanceFailure("the session is not there") }
        for (member, (held, stored)) in zip(members, zip(texts(actual), texts(expected))) {
            try SesameTesting.expect(
                held.utf8.elementsEqual(stored.utf8), "\(member) came back as something else than was stored")
        }
        try SesameTesting.expect(actual == expected, "the session came back as something else than was stored")
    }

    private static let members = [
        "id", "accessToken", "refreshToken", "uid", "email", "displayName", "photoURL", "role", "providers",
    ]

    private static func texts(_ session: Session) -> [String] {
        let user = session.user
        return [
            session.id, session.accessToken.exposed, session.refreshToken.exposed, user.uid, user.email ?? "–",
            user.displayName ?? "–", user.photoURL?.absoluteString ?? "–", user.role ?? "–",
            user.providers.joined(separator: "|"),
        ]
    }

    private static func session(_ user: UserAuthInfo, id: String = "s", token: String = "token") -> Session {
        Session(
            id: id, user: user, accessToken: Secret("access \(token)"), refreshToken: Secret("refresh \(token)"),
            receivedAt: Date(timeIntervalSince1970: 1_800_000_000),
            expiresAt: Date(timeIntervalSince1970: 1_800_000_900))
    }
}
