import Foundation
import SesameCore
import SesameWire

/// The state machine of a device's push registration, without any I/O: it takes events and returns effects.
///
/// Only one operation runs at a time. The result of an operation that began for an earlier session is ignored.
struct PushMachine {
    enum Event {
        /// The record of the last run was read from the storage.
        case restored(StoredPushRegistration)
        /// The session is known, or has changed; nil if no user is signed in.
        case owner(PushOwner?)
        case permission(PushPermission)
        /// A push token was received.
        case received(PushToken)
        /// A token of an earlier version of the app was found, to be used until a newer one is known.
        case inherited(PushToken)
        /// The app reported an error of the push service, outside of a request for a token.
        case tokenFailed(AuthError)
        case tokenAnswered(Result<PushToken?, AuthError>, number: Int)
        /// The lookup of the owner's profile has ended; true if the profile exists.
        case profileAnswered(Result<Bool, AuthError>, number: Int)
        /// The user's profile now exists at the server.
        case profileAppeared(uid: String)
        case registered(Result<Void, AuthError>, number: Int)
        case waited(number: Int)
        /// The app was launched or came to the foreground.
        case retried
    }

    enum Effect: Equatable {
        case store(StoredPushRegistration)
        case askForToken(number: Int)
        case askForProfile(PushOwner, number: Int)
        case register(PushToken, installation: String, PushOwner, number: Int)
        case wait(Duration, number: Int)
        /// Cancel the last operation, which is no longer needed.
        case cancel
    }

    /// The running operation: a request for a token, a lookup of the profile, or a registration.
    private struct Work {
        var number: Int
        /// The token that is being registered; nil for another operation.
        var token: PushToken?
    }

    /// The age at which a registration is renewed, because servers remove devices that stay silent.
    static let renewal = Duration.seconds(7 * 86_400)

    private(set) var record = StoredPushRegistration()
    /// The record as it was last passed to the storage.
    private var kept = StoredPushRegistration()
    private(set) var problem: AuthError?
    private var permission: PushPermission
    private var owner: PushOwner?
    private var isOwnerKnown = false
    private var isRestored = false
    private var hasProfile: Bool?
    private var hasAskedForToken = false
    private var hasAskedForProfile = false
    /// The token that the server has refused permanently; nil if there is none.
    private var refused: PushToken?
    private var work: Work?
    private var wait: Int?
    private var number = 0
    private var backoff = Backoff()
    /// The last session whose registration may remain at the server after the device has stopped using the session; nil
    /// if there is none.
    private var left: (session: String, installation: String)?
    private let random: @Sendable () -> Double
    private let makeID: @Sendable () -> String

    init(
        permission: PushPermission = .granted, random: @escaping @Sendable () -> Double,
        makeID: @escaping @Sendable () -> String
    ) {
        self.permission = permission
        self.random = random
        self.makeID = makeID
    }

    /// Handles an event, and returns the effects to carry out, in order.
    mutating func handle(_ event: Event, at now: Date) -> [Effect] {
        let effects = take(event, at: now) + nextStep(at: now)
        guard isRestored, record != kept else { return effects }
        // The record is stored before the server has it, so that the device keeps its id after a crash.
        kept = record
        return [.store(record)] + effects
    }

    /// Returns the state of the registration, as the app sees it.
    func state(at now: Date) -> PushState {
        if permission == .denied { return .denied }
        if isCurrent(at: now) { return .registered }
        if let problem, !problem.isTransient { return .failed(problem.code) }
        guard record.token == nil else { return .pending }
        return permission == .notAsked ? .notAsked : .waitingForToken
    }

    /// Handles the end of a session. Returns the id of the installation whose registration must be removed before the
    /// session ends at the server; nil if there is none.
    mutating func leave(_ session: String) -> String? {
        guard let left, left.session.hasSameBytes(as: session) else { return nil }
        self.left = nil
        return left.installation
    }
}

// MARK: Events

extension PushMachine {
    private mutating func take(_ event: Event, at now: Date) -> [Effect] {
        switch event {
        case .restored(let stored): restored(stored)
        case .owner(let owner): return changed(to: owner)
        case .permission(let permission):
            if permission == .granted, self.permission != .granted { encourage() }
            self.permission = permission
        case .received(let token):
            if token != record.token {
                (refused, problem, wait) = (nil, nil, nil)
                backoff.reset()
            }
            record.token = token
        case .inherited(let token): if record.token == nil { record.token = token }
        case .tokenFailed(let error): if record.token == nil, wait == nil { return failed(error) }
        case .tokenAnswered(let answer, let number):
            guard end(number) else { return [] }
            switch answer {
            case .success(let token): if let token { record.token = token }
            case .failure(let error): return failed(error)
            }
        case .profileAnswered(let answer, let number):
            guard end(number) else { return [] }
            switch answer {
            case .success(let exists): hasProfile = hasProfile == true || exists
            case .failure(let error): return failed(error)
            }
        case .profileAppeared(let uid):
            if let owner, owner.uid.hasSameBytes(as: uid) { hasProfile = true }
        case .registered(let answer, let number): return registered(answer, number, at: now)
        case .waited(let number):
            guard number == wait else { return [] }
            encourage(keepingBackoff: true)
        case .retried: encourage()
        }
        return []
    }

    private mutating func restored(_ stored: StoredPushRegistration) {
        guard !isRestored else { return }
        (isRestored, kept) = (true, stored)
        // A token received in this run is newer.
        record.token = record.token ?? stored.token
        record.installation = stored.installation
        record.registration = stored.registration
        dropForeign()
    }

    private mutating func changed(to owner: PushOwner?) -> [Effect] {
        guard owner != self.owner || !isOwnerKnown else { return [] }
        let wasBusy = work != nil || wait != nil
        if work?.token != nil, let last = self.owner, let installation = record.installation {
            // The canceled registration may still arrive at the server.
            left = (last.session, installation.id)
        }
        (self.owner, isOwnerKnown) = (owner, true)
        (work, hasProfile) = (nil, nil)
        encourage()
        dropForeign()
        return wasBusy ? [.cancel] : []
    }

    /// Removes the registration of another session and the installation id of another user from the record. The token
    /// belongs to the device, and remains.
    private mutating func dropForeign() {
        guard isRestored, isOwnerKnown else { return }
        if let registration = record.registration, registration.owner != owner {
            if let installation = record.installation { left = (registration.owner.session, installation.id) }
            record.registration = nil
        }
        if let installation = record.installation, owner?.uid.hasSameBytes(as: installation.uid) != true {
            record.installation = nil
        }
    }

    private mutating func registered(_ answer: Result<Void, AuthError>, _ number: Int, at now: Date) -> [Effect] {
        let token = work?.token
        guard end(number), let owner, let token else { return [] }
        switch answer {
        case .success:
            record.registration = StoredPushRegistration.Registration(owner: owner, token: token, date: now)
            problem = nil
            backoff.reset()
            return []
        case .failure(let error):
            if !error.isTransient { refused = token }
            return failed(error)
        }
    }

    /// Allows an immediate retry of failed operations.
    private mutating func encourage(keepingBackoff: Bool = false) {
        wait = nil
        (hasAskedForToken, hasAskedForProfile) = (false, false)
        if hasProfile == false { hasProfile = nil }
        if !keepingBackoff {
            backoff.reset()
            (refused, problem) = (nil, nil)
        }
    }

    private mutating func failed(_ error: AuthError) -> [Effect] {
        problem = error
        guard error.isTransient else { return [] }
        number += 1
        wait = number
        return [.wait(backoff.next(after: error, random: random()), number: number)]
    }

    /// Ends the running operation. Returns false, and ends nothing, if the number belongs to an earlier operation.
    private mutating func end(_ number: Int) -> Bool {
        guard number == work?.number else { return false }
        work = nil
        return true
    }
}

// MARK: Steps

extension PushMachine {
    private mutating func nextStep(at now: Date) -> [Effect] {
        guard isRestored, let owner, work == nil, wait == nil, !isCurrent(at: now) else { return [] }
        guard let token = record.token else {
            guard permission == .granted, !hasAskedForToken else { return [] }
            hasAskedForToken = true
            return [.askForToken(number: begin())]
        }
        guard token != refused else { return [] }
        guard let hasProfile else {
            guard !hasAskedForProfile else { return [] }
            hasAskedForProfile = true
            return [.askForProfile(owner, number: begin())]
        }
        guard hasProfile else { return [] }
        let installation = record.installation ?? StoredPushRegistration.Installation(id: makeID(), uid: owner.uid)
        record.installation = installation
        return [.register(token, installation: installation.id, owner, number: begin(token))]
    }

    private func isCurrent(at now: Date) -> Bool {
        guard let registration = record.registration, let owner else { return false }
        let age = now.timeIntervalSince(registration.date)
        return registration.owner == owner && registration.token == record.token && age >= 0
            && age < Self.renewal.timeInterval
    }

    private mutating func begin(_ token: PushToken? = nil) -> Int {
        number += 1
        work = Work(number: number, token: token)
        return number
    }
}
