import Crypto
import Foundation
package import SesameCore
import SesameWire

/// The place of a key that its person unlocks: by their face, their finger or the passcode.
package protocol PersonalKeyItem: Sendable {
    /// Asks the person, and reads the key. Nil when there is none, or nothing can open it any more; throws
    /// ``SesameCore/AuthError/Code/cancelled`` when the person says no, and ``SesameCore/AuthError/Code/storageLocked`` while
    /// they cannot be asked.
    func read() async throws(AuthError) -> [UInt8]?

    /// Puts a key in place of the one that is there. Nobody is asked.
    func replace(_ bytes: [UInt8]) throws(AuthError)
}

/// The lock of a stored session: it is sealed with a key that its person unlocks once in each run of the app.
///
/// A new session is sealed without asking. Where one stands that is still locked, none takes its place: its owner would be
/// signed out without having been asked, and the server would not hear of it.
package final class SessionLock: Sendable {
    private struct State {
        var key: SymmetricKey?
        /// True once it is known that nobody can open the key any more.
        var isGone = false
        /// True if the key that is unlocked, or the one before it, has not opened what was sealed.
        var hasFailed = false
        var isAsking = false
        var refusal: Date?
    }

    /// The system's question takes the app out of the foreground and back: a look at every return would ask for ever.
    private static let pause: TimeInterval = 1
    /// A session that is not sealed is JSON, and begins otherwise.
    private static let mark = Array("\u{0}a sealed session, 1\u{0}".utf8)

    private let item: any PersonalKeyItem
    private let clock: AuthClock
    private let state = Locked(State())

    /// A lock whose key is at that place.
    package init(_ item: some PersonalKeyItem, clock: AuthClock = .system) {
        self.item = item
        self.clock = clock
    }

    /// True if the bytes are sealed, by whichever lock.
    package static func isSealed(_ bytes: [UInt8]) -> Bool { bytes.starts(with: mark) }

    /// The session in those bytes; nil for one that nobody can open any more. One from before there was a lock is not sealed.
    /// Throws ``SesameCore/AuthError/Code/storageLocked`` while the key is not unlocked.
    package func open(_ bytes: [UInt8]) throws(AuthError) -> [UInt8]? {
        guard Self.isSealed(bytes) else { return bytes }
        let (key, isGone) = state.withLock { ($0.key, $0.isGone) }
        guard let key else {
            guard isGone else { throw .locked }
            return nil
        }
        guard let box = try? AES.GCM.SealedBox(combined: bytes.dropFirst(Self.mark.count)) else { return nil }
        guard let opened = try? AES.GCM.open(box, using: key, authenticating: Data(Self.mark)) else {
            // Another run of the app may have made a key since: the Keychain is asked once more.
            let isFirst = state.withLock { state in
                defer { (state.key, state.hasFailed) = (state.hasFailed ? key : nil, true) }
                return !state.hasFailed
            }
            guard isFirst else { return nil }
            throw .locked
        }
        state.withLock { $0.hasFailed = false }
        return Array(opened)
    }

    /// The bytes of a session, sealed. The key is made anew while none is unlocked, so ``open(_:)`` is asked first about what
    /// stands in its place.
    package func seal(_ session: [UInt8]) throws(AuthError) -> [UInt8] {
        let key = try key()
        guard let sealed = try? AES.GCM.seal(session, using: key, authenticating: Data(Self.mark)).combined else {
            throw AuthError(.storageUnavailable, "the session cannot be sealed")
        }
        return Self.mark + sealed
    }

    /// Asks the person for the key, unless it is unlocked. Throws ``SesameCore/AuthError/Code/storageLocked`` when they say
    /// no, and for a second after that without asking.
    package func unlock() async throws(AuthError) {
        guard try begin(at: clock.now) else { return }
        do throws(AuthError) {
            let bytes = try await item.read()
            state.withLock { state in
                state.isAsking = false
                if let bytes, bytes.count == 32 { state.key = SymmetricKey(data: bytes) } else { state.isGone = true }
            }
        } catch {
            let isNo = error.code == .cancelled
            state.withLock { state in
                state.isAsking = false
                if isNo { state.refusal = clock.now }
            }
            throw isNo ? .locked : error
        }
    }

    /// True if the person is to be asked; throws if they are being asked, or have just said no.
    private func begin(at now: Date) throws(AuthError) -> Bool {
        let step: Bool? = state.withLock { state in
            guard state.key == nil else { return false }
            let isPaused = state.refusal.map { abs(now.timeIntervalSince($0)) < Self.pause } ?? false
            guard !state.isAsking, !isPaused else { return nil }
            state.isAsking = true
            return true
        }
        guard let step else { throw .locked }
        return step
    }

    /// Forgets the key, of a session that has been removed: the next one gets a key as the device is by then.
    package func forget() {
        state.withLock { ($0.key, $0.isGone, $0.hasFailed) = (nil, false, false) }
    }

    private func key() throws(AuthError) -> SymmetricKey {
        try state.withLock { state in
            Result { () throws(AuthError) in
                if let key = state.key { return key }
                let made = SymmetricKey(size: .bits256)
                try item.replace(made.withUnsafeBytes { Array($0) })
                (state.key, state.isGone, state.hasFailed) = (made, false, false)
                return made
            }
        }.get()
    }

    private static let byName = Locked<[String: SessionLock]>([:])

    /// The lock of that name, however often the store is made.
    package static func named(_ name: String, _ item: @autoclosure () -> some PersonalKeyItem) -> SessionLock {
        byName.withLock { byName in
            let lock = byName[name] ?? SessionLock(item())
            byName[name] = lock
            return lock
        }
    }
}

extension AuthError {
    fileprivate static let locked = AuthError(.storageLocked, "the session is locked until its person unlocks it")
}
