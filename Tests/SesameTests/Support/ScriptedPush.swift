import SesameCore

@testable import Sesame

/// A server of push registrations in memory: a token belongs to whoever registered it last.
final class ScriptedPushService: PushTokenService {
    enum Call: Hashable, Sendable {
        case register, remove
    }

    struct Registration: Equatable {
        var token: PushToken
        var installation: String
        var uid: String
    }

    private struct State {
        var registrations: [Registration] = []
        var calls: [Call] = []
        var failures: [Call: AuthError] = [:]
        var holds: [Call: Promise<Bool>] = [:]
        var removedOf: [String] = []
        var whenRemoved: (@Sendable () -> Void)?
    }

    private let state = Locked(State())

    var registrations: [Registration] { state.withLock { $0.registrations } }
    func count(of call: Call) -> Int { state.withLock { $0.calls.count { $0 == call } } }
    /// The sessions whose registration was taken back.
    var removedOf: [String] { state.withLock { $0.removedOf } }
    func fail(_ call: Call, with error: AuthError?) { state.withLock { $0.failures[call] = error } }
    func whenRemoved(_ action: @escaping @Sendable () -> Void) { state.withLock { $0.whenRemoved = action } }

    func hold(_ call: Call) -> Promise<Bool> {
        let promise = Promise<Bool>()
        state.withLock { $0.holds[call] = promise }
        return promise
    }

    func register(_ token: PushToken, installation: String, for uid: String) async throws(AuthError) {
        try await begin(.register)
        state.withLock { state in
            state.registrations.removeAll { $0.token == token || $0.uid == uid && $0.installation == installation }
            state.registrations.append(Registration(token: token, installation: installation, uid: uid))
        }
    }

    func remove(installation: String, of session: Session) async throws(AuthError) {
        try await begin(.remove)
        let action = state.withLock { state in
            state.removedOf.append(session.id)
            state.registrations.removeAll { $0.installation == installation && $0.uid == session.user.uid }
            return state.whenRemoved
        }
        action?()
    }

    private func begin(_ call: Call) async throws(AuthError) {
        let (hold, failure) = state.withLock { state in
            state.calls.append(call)
            return (state.holds.removeValue(forKey: call), state.failures[call])
        }
        _ = await hold?.value
        if let failure { throw failure }
    }
}

/// A push service's SDK that answers as a test says.
final class ScriptedTokenSource: PushTokenSource {
    private let state = Locked((answer: Result<PushToken?, AuthError>.success(nil), count: 0))

    var count: Int { state.withLock { $0.count } }
    func answer(_ answer: Result<PushToken?, AuthError>) { state.withLock { $0.answer = answer } }

    func currentToken() async throws(AuthError) -> PushToken? {
        let answer = state.withLock { state in
            state.count += 1
            return state.answer
        }
        return try answer.get()
    }
}

/// A storage of a device that is locked, or full, when it is told to be.
final class FaultyDeviceStorage: DeviceStorage {
    private let memory = MemoryDeviceStorage()
    private let faults = Locked<(read: AuthError?, write: AuthError?)>((nil, nil))

    func fail(read: AuthError? = nil, write: AuthError? = nil) { faults.withLock { $0 = (read, write) } }

    func read() throws(AuthError) -> [UInt8]? {
        if let error = faults.withLock({ $0.read }) { throw error }
        return try memory.read()
    }

    func write(_ bytes: [UInt8]) throws(AuthError) {
        if let error = faults.withLock({ $0.write }) { throw error }
        try memory.write(bytes)
    }
}

extension PushToken {
    static let one = PushToken(.fcmToken, Secret("token-one-of-the-device-of-test-user-1"))
    static let two = PushToken(.fcmToken, Secret("token-two-of-the-device-of-test-user-1"))
}
