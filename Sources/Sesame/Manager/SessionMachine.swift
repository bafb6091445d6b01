import Foundation
import SesameCore
import SesameWire

/// The state machine of one device's session, without any I/O: it takes events and returns steps.
///
/// Each sign-in, sign-out or replacement of the session begins a new epoch. Work that began in an earlier epoch does
/// not affect the current session.
struct SessionMachine {
    enum State: Equatable {
        case unresolved
        case locked
        case signedOut(SignOutReason)
        case signedIn(Session)
    }

    /// The next step for a caller that needs an access token.
    enum TokenStep: Equatable {
        /// Return the given token, which is valid for long enough.
        case use(Secret)
        /// Wait for the running refresh.
        case join
        /// Begin a refresh for the given epoch.
        case refresh(epoch: Int)
        /// Fail with `rateLimited`, because the server requires the client to wait for the given time.
        case wait(Duration)
        /// Fail, because no user is signed in.
        case refuse
    }

    private(set) var state = State.unresolved
    private(set) var epoch = 0
    private var attempt = 0
    private var isRefreshing = false
    private var pause: RefreshCooldown?

    /// The current session; nil if no user is signed in, or if the store could not be read yet.
    var session: Session? {
        if case .signedIn(let session) = state { session } else { nil }
    }

    /// True once the store has been read, or a sign-in or sign-out has determined the state.
    var isResolved: Bool {
        state != .unresolved && state != .locked
    }

    /// The state for the app, with the user in place of the session and its tokens.
    var authState: AuthState {
        switch state {
        case .unresolved: .unresolved
        case .locked: .locked
        case .signedOut(let reason): .signedOut(reason)
        case .signedIn(let session): .signedIn(session.user)
        }
    }

    /// Applies the result of reading the store. A store that cannot be read does not change a known state.
    mutating func read(_ stored: Result<Session?, AuthError>) {
        switch stored {
        case .failure(let error):
            guard !isResolved else { return }
            state = error.code == .storageLocked ? .locked : .unresolved
        case .success(nil):
            switch state {
            case .signedOut: break
            case .signedIn: begin(.signedOut(.endedByOtherProcess))
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

    /// Returns the step for a caller that needs an access token.
    /// - Parameters:
    ///   - validFor: The minimum remaining lifetime of the token.
    ///   - rejecting: The token that the server has refused, so that it is not returned again.
    mutating func tokenRequested(validFor: Duration, rejecting: Secret?, at now: Date) -> TokenStep {
        guard let session else { return .refuse }
        let isRejected = rejecting.map { $0.exposed.hasSameBytes(as: session.accessToken.exposed) } ?? false
        if !isRejected, session.isUsable(for: validFor, at: now) { return .use(session.accessToken) }
        guard !isRefreshing else { return .join }
        if let rest = pause?.rest(at: now) { return .wait(rest) }
        isRefreshing = true
        return .refresh(epoch: epoch)
    }

    /// Begins a sign-in, and returns its number. The new sign-in supersedes an older one that still runs.
    mutating func signInBegan() -> Int {
        attempt += 1
        return attempt
    }

    /// Returns true if neither a newer sign-in nor a sign-out has followed the sign-in with the given number.
    func isNewest(_ attempt: Int) -> Bool {
        attempt == self.attempt
    }

    /// Returns the sessions to revoke because the new one replaces them: the current session and the stored session,
    /// each once and only if it differs from the new one.
    func replaced(by session: Session, held: Session?) -> [Session] {
        var replaced: [Session] = []
        for old in [self.session, held].compactMap(\.self) {
            guard !([session] + replaced).contains(where: { $0.id.hasSameBytes(as: old.id) }) else { continue }
            replaced.append(old)
        }
        return replaced
    }

    /// Makes a session current, after it has been stored.
    mutating func signedIn(_ session: Session) {
        begin(.signedIn(session))
    }

    /// Ends the session. The result of a refresh or sign-in that is still running is discarded.
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
    /// The next step of a refresh, after the lease was acquired and the store was read.
    enum RefreshStep: Equatable {
        /// Request new tokens for the given session.
        case request(Session)
        /// Use the given session, which another process has refreshed.
        case use(Session)
        /// Stop, because the session of the refresh has ended or was replaced.
        case superseded
        /// Fail, because the store cannot be read.
        case fail
    }

    /// The step after the server's response to a refresh.
    enum RefreshOutcome: Equatable {
        /// Store the given session, then report ``SessionMachine/refreshStored(_:epoch:)``.
        case store(Session)
        /// Use the given session, which is already stored.
        case use(Session)
        /// Revoke the session of the response, which came too late to be used.
        case revoke(Session)
        /// Remove the session, because the server has ended it for the given reason.
        case end(AuthError.Code)
        /// Keep the session unchanged; the caller may retry.
        case keep
        /// Stop, because the session has ended or was replaced meanwhile.
        case superseded
    }

    /// Returns the next step of a refresh. Another process may have refreshed, signed out or signed in meanwhile, so
    /// the store's content takes precedence.
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

    /// Returns the step after the server's response for a session, given the store's current content.
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
            // The server repeats this response as long as its tokens have not been used.
            return .keep
        case (.success(let fresh), .success(let held)):
            guard let held, held.continues(requested) else {
                read(stored)
                return .revoke(fresh)
            }
            if held.refreshToken.exposed.hasSameBytes(as: requested.refreshToken.exposed) { return .store(fresh) }
            // Another process has refreshed the session despite this process's lease. The stored session is in use.
            read(stored)
            return .use(held)
        }
    }

    /// Uses the new tokens, after they have been stored.
    mutating func refreshStored(_ session: Session, epoch: Int) {
        guard epoch == self.epoch else { return }
        state = .signedIn(session)
    }

    /// Ends the epoch's refresh, successful or not.
    ///
    /// - Parameter error: The failure; nil for a success. After a rate limit, no refresh begins before the
    ///   `Retry-After` has passed.
    mutating func refreshEnded(epoch: Int, error: AuthError? = nil, at now: Date) {
        guard epoch == self.epoch else { return }
        isRefreshing = false
        pause = error.flatMap { RefreshCooldown(after: $0, at: now) }
    }
}
