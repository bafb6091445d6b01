import Foundation
import SesameCore
import SesameWire

extension Session {
    /// Creates a session from a sign-in response that was received at `now`.
    init(_ answer: SignInResponse, at now: Date) {
        self.init(
            id: answer.tokens.sessionID, user: UserAuthInfo(answer.user), accessToken: answer.tokens.accessToken,
            refreshToken: answer.tokens.refreshToken, receivedAt: now, expiresAt: answer.tokens.expiry(from: now))
    }

    /// Creates a session from a link response that was received at `now`.
    init(_ answer: LinkResponse, at now: Date) {
        self.init(
            id: answer.tokens.sessionID, user: UserAuthInfo(answer.user), accessToken: answer.tokens.accessToken,
            refreshToken: answer.tokens.refreshToken, receivedAt: now, expiresAt: answer.tokens.expiry(from: now))
    }

    /// Returns the session with the tokens of a response that was received at `now`; the user stays unchanged.
    func with(_ answer: TokenResponse, at now: Date) -> Session {
        Session(
            id: answer.sessionID, user: user, accessToken: answer.accessToken, refreshToken: answer.refreshToken,
            receivedAt: now, expiresAt: answer.expiry(from: now))
    }
}

extension Upgrade {
    init(_ answer: LinkResponse, at now: Date) {
        self.init(
            outcome: answer.outcome, session: Session(answer, at: now),
            undoableUntil: answer.undoExpiresIn.map { now.addingTimeInterval(TimeInterval($0)) })
    }
}

extension TokenResponse {
    fileprivate func expiry(from now: Date) -> Date {
        now.addingTimeInterval(TimeInterval(expiresIn))
    }
}

extension UserAuthInfo {
    init(_ body: UserBody) {
        self.init(
            uid: body.uid, email: body.email, isAnonymous: body.isAnonymous,
            creationDate: Date(timeIntervalSince1970: TimeInterval(body.creationTime)),
            lastSignInDate: Date(timeIntervalSince1970: TimeInterval(body.lastSignInTime)),
            displayName: body.displayName, photoURL: body.photoURL.flatMap { URL(string: $0) },
            providers: body.providers, role: body.role)
    }
}
