import Foundation
import SesameCore
import SesameWire

/// The rules of one device's session, without any I/O: what is known goes in, what is to be done comes out.
///
/// An epoch is the time of one session. Whatever was begun in one epoch and ends in another has no effect on the
/// session that is there by then.
struct SessionMachine {
    /// The knowledge about the session.
    enum State: Equatable {
        case unresolved
        case locked
        case signedOut(SignOutReason)
        case signedIn(Session)
    }

    /// The next step for a caller that needs an access token.
    enum TokenStep: Equatable {
        /// Hand out this one.
        case use(Secret)
        /// Wait for the refresh that runs.
        case join
        /// Begin a refresh for this epoch.
        case refresh(epoch: Int)
        /// The server has asked to be left alone for that much longer.
        case wait(Duration)
        /// Nobody is signed in.
        case refuse
    }

    private(set) var state = State.unresolved
    private(set) var epoch = 0
    private var attempt = 0
    private var isRefreshing = false
    private var pause: RefreshPause?

    /// The session, if somebody is signed in.
    var session: Session? {
        if case .signedIn(let session) = state { session } else { nil }
    }

    /// True if the store has told who is signed in.
    var isResolved: Bool {
        state != .unresolved && state != .locked
    }

    /// The state as the app sees it.
    var authState: AuthState {
        switch state {
        case .unresolved: .unresolved
        case .locked: .locked
        case .signedOut(let reason): .signedOut(reason)
        case .signedIn(let session): .signedIn(session.user)
        }
    }

    /// Takes in what the store holds. A store that cannot be read changes nothing that is known already.
    mutating func read(_ stored: Result<Session?, AuthError>) {
        switch stored {
        case .failure(let error):
            guard !isResolved else { return }
            state = error.code == .storageLocked ? .locked : .unresolved
        case .success(nil):
            switch state {
            case .signedOut: break
            case .signedIn: begin(.signedOut(.elsewhere))
            case .unresolved, .locked: begin(.signedOut(.noSession))
            }
        case .success(let stored?):
            if let session, stored.continues(session) {
                state = .signedIn(stored)
            } else {
                begin(.signedIn(stored))
            }
        }
    }

    /// Says what to do for somebody who needs an access token for that long, other than one that the server refused.
    mutating func tokenRequested(validFor: Duration, rejecting: Secret?, at now: Date) -> TokenStep {
        guard let session else { return .refuse }
        let isRejected = rejecting.map { $0.exposed.hasSameBytes(as: session.accessToken.exposed) } ?? false
        if !isRejected, session.isUsable(for: validFor, at: now) { return .use(session.accessToken) }
        guard !isRefreshing else { return .join }
        if let rest = pause?.rest(at: now) { return .wait(rest) }
        isRefreshing = true
        return .refresh(epoch: epoch)
    }

    /// A sign-in has begun; an older one that is still on its way is superseded.
    mutating func signInBegan() -> Int {
        attempt += 1
        return attempt
    }

    /// Returns true if neither a newer sign-in nor a sign-out has come after that sign-in.
    func isNewest(_ attempt: Int) -> Bool {
        attempt == self.attempt
    }

    /// The sessions whose place that one takes, for them to be revoked: the one that is known here, and the one that
    /// the store holds, where another process has put another one there.
    func replaced(by session: Session, held: Session?) -> [Session] {
        var replaced: [Session] = []
        for old in [self.session, held].compactMap(\.self) {
            guard !([session] + replaced).contains(where: { $0.id.hasSameBytes(as: old.id) }) else { continue }
            replaced.append(old)
        }
        return replaced
    }

    /// A session has been stored: it is the current one.
    mutating func signedIn(_ session: Session) {
        begin(.signedIn(session))
    }

    /// The session is over. Whatever is on its way, be it a refresh or a sign-in, comes too late.
    mutating func signedOut(_ reason: SignOutReason) {
        attempt += 1
        begin(.signedOut(reason))
    }

    private mutating func begin(_ state: State) {
        self.state = state
        epoch += 1
        isRefreshing = false
        pause = nil
    }
}

// MARK: Refresh

extension SessionMachine {
    /// The next step once the right to refresh was had and the store was read.
    enum RefreshStep: Equatable {
        /// Ask the server for new tokens for this session.
        case request(Session)
        /// Another process has done it.
        case use(Session)
        /// It is not the session any more that the refresh was begun for.
        case superseded
        /// The store cannot be read.
        case fail
    }

    /// The use of the server's answer.
    enum RefreshOutcome: Equatable {
        /// Store these tokens, then report ``SessionMachine/refreshStored(_:epoch:)``.
        case store(Session)
        /// Hand out this session, which is stored already.
        case use(Session)
        /// End the session that the answer was for: it came too late to be anybody's.
        case revoke(Session)
        /// The server has ended the session, for this reason: forget it.
        case end(AuthError.Code)
        /// Nothing has changed; the caller may try again.
        case keep
        /// The session has been replaced meanwhile.
        case superseded
    }

    /// Says how to go on with a refresh. Another process may have refreshed, signed out or signed in meanwhile: what
    /// the store says is true.
    mutating func refreshLeased(
        epoch: Int, stored: Result<Session?, AuthError>, validFor: Duration, at now: Date
    ) -> RefreshStep {
        guard epoch == self.epoch, let known = session else { return .superseded }
        if case .failure = stored { return .fail }
        read(stored)
        guard epoch == self.epoch, let session else { return .superseded }
        let isNewer = !session.refreshToken.exposed.hasSameBytes(as: known.refreshToken.exposed)
        return isNewer && session.isUsable(for: validFor, at: now) ? .use(session) : .request(session)
    }

    /// Says what to do with the server's answer for a session, in the light of what the store holds by now.
    mutating func refreshAnswered(
        _ answer: Result<Session, AuthError>, for requested: Session, epoch: Int, stored: Result<Session?, AuthError>
    ) -> RefreshOutcome {
        guard epoch == self.epoch else {
            guard case .success(let late) = answer, session?.continues(late) != true else { return .superseded }
            return .revoke(late)
        }
        switch (answer, stored) {
        case (.failure(let error), _):
            return AuthError.Code.endingSession.contains(error.code) ? .end(error.code) : .keep
        case (.success, .failure):
            // The server repeats this answer as long as its tokens have not been used.
            return .keep
        case (.success(let fresh), .success(let held)):
            guard let held, held.continues(requested) else {
                read(stored)
                return .revoke(fresh)
            }
            if held.refreshToken.exposed.hasSameBytes(as: requested.refreshToken.exposed) { return .store(fresh) }
            // Somebody has refreshed it although the lease was ours. What stands in the store is in use.
            read(stored)
            return .use(held)
        }
    }

    /// The new tokens are stored, and only now are they used.
    mutating func refreshStored(_ session: Session, epoch: Int) {
        guard epoch == self.epoch else { return }
        state = .signedIn(session)
    }

    /// The refresh of that epoch is over, whatever came of it.
    ///
    /// - Parameter error: Why it has failed, if it has. A server that has had too much is not asked again before its time.
    mutating func refreshEnded(epoch: Int, error: AuthError? = nil, at now: Date) {
        guard epoch == self.epoch else { return }
        isRefreshing = false
        pause = error.flatMap { RefreshPause(after: $0, at: now) }
    }
}
