import Foundation
import SesameCore
import SesameTesting
import Testing

@testable import Sesame

@Suite struct SessionMachineTests {
    let now = Date(timeIntervalSince1970: 1_800_000_000)
    let session = Session.sample(1)

    func machine(_ session: Session?) -> SessionMachine {
        var machine = SessionMachine()
        machine.read(.success(session))
        return machine
    }

    struct Reading: Sendable, CustomTestStringConvertible {
        let before: Result<Session?, AuthError>?
        let read: Result<Session?, AuthError>
        let after: AuthState
        let testDescription: String
    }

    @Test(arguments: [
        Reading(
            before: nil, read: .success(nil), after: .signedOut(.noSession), testDescription: "an empty store: nobody"),
        Reading(
            before: nil, read: .success(.sample(1)), after: .signedIn(.first), testDescription: "a session: its person"),
        Reading(
            before: nil, read: .failure(.isLocked), after: .locked, testDescription: "a locked store is not a sign-out"),
        Reading(
            before: nil, read: .failure(.isFull), after: .unresolved,
            testDescription: "an unreadable store says nothing"),
        Reading(
            before: .failure(.isLocked), read: .success(.sample(1)), after: .signedIn(.first),
            testDescription: "an unlocked store is read again"),
        Reading(
            before: .success(.sample(1)), read: .failure(.isLocked), after: .signedIn(.first),
            testDescription: "who is known stays known while the store is locked"),
        Reading(
            before: .success(.sample(1)), read: .success(nil), after: .signedOut(.endedByOtherProcess),
            testDescription: "a session that has gone was ended elsewhere"),
        Reading(
            before: .success(.sample(1)), read: .success(.sample(2, user: .second)), after: .signedIn(.second),
            testDescription: "another session is another sign-in"),
        Reading(
            before: .success(nil), read: .success(nil), after: .signedOut(.noSession),
            testDescription: "nobody stays nobody"),
    ])
    func `the store's content decides the authentication state`(_ reading: Reading) {
        var machine = SessionMachine()
        if let before = reading.before { machine.read(before) }
        machine.read(reading.read)
        #expect(machine.authState == reading.after)
    }

    @Test func `a rate-limited refresh waits for the server's retry time`() {
        var machine = machine(session)
        var error = AuthError(.rateLimited, "")
        error.retryAfter = .seconds(30)
        let due = now + 1_000
        func step(_ seconds: TimeInterval) -> SessionMachine.TokenStep {
            machine.tokenRequested(validFor: .seconds(60), rejecting: nil, at: due + seconds)
        }
        #expect(step(0) == .refresh(epoch: 1))
        machine.refreshEnded(epoch: 1, error: error, at: due)
        #expect(step(0) == .wait(.seconds(30)) && step(29) == .wait(.seconds(1)))
        #expect(step(30) == .refresh(epoch: 1))
        machine.refreshEnded(epoch: 1, error: error, at: due + 30)
        // Setting the clock back must not prolong the wait.
        #expect(step(29) == .refresh(epoch: 1))
        machine.refreshEnded(epoch: 1, error: error, at: due)
        machine.signedIn(.sample(2))
        #expect(machine.tokenRequested(validFor: .seconds(60), rejecting: nil, at: due + 1) == .refresh(epoch: 2))
        error.retryAfter = nil
        machine.refreshEnded(epoch: 2, error: error, at: due)
        #expect(machine.tokenRequested(validFor: .seconds(60), rejecting: nil, at: due) == .refresh(epoch: 2))
    }

    @Test func `new tokens of the same session start no new epoch, but another session does`() {
        var machine = machine(session)
        let epoch = machine.epoch
        machine.read(.success(.sample(2, id: "s-1")))
        #expect(machine.epoch == epoch)
        machine.read(.success(.sample(3)))
        #expect(machine.epoch == epoch + 1)
    }

    @Test(
        arguments: [
            (60, nil, 0.0, true), (60, nil, 839, true), (60, nil, 840, false), (0, nil, 899, true),
            (0, nil, 900, false),
            (60, "a-1", 0, false), (60, "a-0", 0, true), (60, nil, -1, false),
        ] as [(Int, String?, TimeInterval, Bool)])
    func `a token is used unless it is expiring, rejected or from the future`(
        seconds: Int, rejected: String?, elapsed: TimeInterval, isUsed: Bool
    ) {
        var machine = machine(session)
        let step = machine.tokenRequested(
            validFor: .seconds(seconds), rejecting: rejected.map { Secret($0) }, at: now + elapsed)
        #expect(step == (isUsed ? .use(session.accessToken) : .refresh(epoch: machine.epoch)))
    }

    @Test func `each epoch runs one refresh at a time`() {
        var machine = machine(session)
        func request() -> SessionMachine.TokenStep {
            machine.tokenRequested(validFor: .seconds(60), rejecting: nil, at: now + 1_000)
        }
        #expect(request() == .refresh(epoch: 1))
        #expect(request() == .join)
        machine.refreshEnded(epoch: 0, at: now)
        #expect(request() == .join)
        machine.signedIn(.sample(2))
        #expect(request() == .refresh(epoch: 2))
        machine.refreshEnded(epoch: 1, at: now)
        #expect(request() == .join)
        machine.refreshEnded(epoch: 2, at: now)
        #expect(request() == .refresh(epoch: 2))
        machine.signedOut(.byUser)
        #expect(request() == .refuse)
    }

    @Test func `tokens refreshed by another process are used without another refresh`() {
        var machine = machine(session)
        let rotated = Session.sample(2, id: "s-1")
        let step = machine.refreshLeased(epoch: 1, stored: .success(rotated), validFor: .seconds(60), at: now)
        #expect(step == .use(rotated))
        #expect(machine.session == rotated)
    }

    @Test func `expired tokens of another process are the base of the next refresh`() {
        var machine = machine(session)
        let rotated = Session.sample(2, id: "s-1")
        let step = machine.refreshLeased(epoch: 1, stored: .success(rotated), validFor: .seconds(60), at: now + 2_000)
        #expect(step == .request(rotated))
    }

    @Test func `a refresh does not start for a session that the store does not hold`() {
        var machine = machine(session)
        #expect(
            machine.refreshLeased(epoch: 1, stored: .failure(.isLocked), validFor: .zero, at: now) == .fail)
        #expect(
            machine.refreshLeased(epoch: 1, stored: .success(.sample(5, user: .second)), validFor: .zero, at: now)
                == .superseded)
        #expect(machine.authState == .signedIn(.second))
        #expect(
            machine.refreshLeased(epoch: 1, stored: .success(nil), validFor: .zero, at: now) == .superseded)
    }

    @Test(
        arguments: [
            (.sessionEnded, true), (.sessionRevoked, true), (.userDeleted, true), (.userDisabled, true),
            (.notAuthenticated, true), (.offline, false), (.providerUnavailable, false), (.storageUnavailable, false),
            (.rateLimited, false), (.internal, false), (.invalidRequest, false), (.invalidToken, false),
            (.notFound, false), (.cancelled, false), (.storageLocked, false), (.reauthenticationRequired, false),
            (AuthError.Code(rawValue: "something_new"), false),
        ] as [(AuthError.Code, Bool)])
    func `only the listed error codes end a session`(code: AuthError.Code, ends: Bool) {
        var machine = machine(session)
        let outcome = machine.refreshAnswered(
            .failure(AuthError(code, "")), for: session, epoch: 1, stored: .success(session))
        #expect(outcome == (ends ? .end(code) : .keep))
    }

    @Test func `a response for a past epoch is revoked and changes nothing`() {
        var machine = machine(session)
        let late = Session.sample(2, id: "s-1")
        machine.signedIn(.sample(3, user: .second))
        #expect(
            machine.refreshAnswered(.success(late), for: session, epoch: 1, stored: .success(.sample(3)))
                == .revoke(late))
        #expect(
            machine.refreshAnswered(
                .failure(AuthError(.sessionEnded, "")), for: session, epoch: 1, stored: .success(nil)) == .superseded)
        machine.refreshStored(late, epoch: 1)
        #expect(machine.authState == .signedIn(.second))
    }

    @Test func `a response is revoked when the store holds another session`() {
        var machine = machine(session)
        let late = Session.sample(2, id: "s-1")
        #expect(
            machine.refreshAnswered(
                .success(late), for: session, epoch: 1, stored: .success(.sample(3, user: .second))) == .revoke(late))
        #expect(machine.authState == .signedIn(.second))
    }

    @Test func `a late response gives way to tokens refreshed without the lease`() {
        var machine = machine(session)
        let rotated = Session.sample(4, id: "s-1")
        #expect(
            machine.refreshAnswered(
                .success(.sample(2, id: "s-1")), for: session, epoch: 1, stored: .success(rotated)) == .use(rotated))
        #expect(machine.session == rotated)
    }

    @Test func `a response that cannot be stored leaves the session unchanged`() {
        var machine = machine(session)
        #expect(
            machine.refreshAnswered(
                .success(.sample(2, id: "s-1")), for: session, epoch: 1, stored: .failure(.isLocked)) == .keep)
        #expect(machine.session == session)
    }

    @Test func `a newer sign-in and a sign-out supersede an older sign-in`() {
        var machine = machine(nil)
        let first = machine.signInBegan()
        #expect(machine.isNewest(first))
        let second = machine.signInBegan()
        #expect(!machine.isNewest(first))
        #expect(machine.isNewest(second))
        machine.signedOut(.byUser)
        #expect(!machine.isNewest(second))
    }

    @Test func `a new session replaces the known and the stored session, but never itself`() {
        let machine = machine(session)
        let other = Session.sample(2)
        #expect(machine.replaced(by: .sample(3), held: nil) == [session])
        #expect(machine.replaced(by: .sample(3), held: session) == [session])
        #expect(machine.replaced(by: .sample(3), held: other) == [session, other])
        #expect(machine.replaced(by: .sample(3, id: session.id), held: session).isEmpty)
        #expect(SessionMachine().replaced(by: .sample(3), held: nil).isEmpty)
    }
}
