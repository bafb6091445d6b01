public import Foundation
public import Sesame
import SesameCore

extension Session {
    /// Returns a session with the tokens `a-n` and `r-n`, valid for 15 minutes. Its id is `s-n` unless another id is
    /// given.
    ///
    /// - Parameter now: The time at which the tokens arrived; by default the initial time of a ``ManualClock``.
    public static func sample(
        _ number: Int, user: UserAuthInfo = .mock(uid: "uid-1"), id: String? = nil,
        at now: Date = Date(timeIntervalSince1970: 1_800_000_000)
    ) -> Session {
        Session(
            id: id ?? "s-\(number)", user: user, accessToken: Secret("a-\(number)"),
            refreshToken: Secret("r-\(number)"), receivedAt: now, expiresAt: now + 900)
    }
}
