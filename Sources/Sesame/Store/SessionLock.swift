import Crypto
import Foundation
package import SesameCore
import SesameWire

/// The storage of a key that its owner unlocks by face, fingerprint or passcode.
package protocol PersonalKeyItem: Sendable {
    /// Asks the user to unlock the key, and returns its bytes; nil if the key is missing, or can never be unlocked
    /// again. Throws ``SesameCore/AuthError/Code/cancelled`` if the user declines, and
    /// ``SesameCore/AuthError/Code/storageLocked`` while the user cannot be asked.
    func read() async throws(AuthError) -> [UInt8]?

    /// Replaces the stored key without asking the user.
    func replace(_ bytes: [UInt8]) throws(AuthError)
}

/// The lock of a stored session, which is encrypted with a key that its owner unlocks once in each run of the app.
///
/// A new session is encrypted without asking the user. It does not replace a session that is still locked: the owner
/// would be signed out without consent, and the server would not learn of it.
package final class SessionLock: Sendable {
    private struct State {
        var key: SymmetricKey?
        /// True if the key is known to be lost forever.
        var isGone = false
        /// True if an unlocked key has failed to decrypt the session. If the key of the next unlock fails, too, the
        /// session is lost.
        var hasFailed = false
        var isAsking = false
        var refusal: Date?
    }

    /// The pause after a declined prompt, in seconds. The system's prompt moves the app to the background and back, so
    /// a prompt at every return would repeat forever.
    private static let pause: TimeInterval = 1
    /// The prefix of an encrypted session. An unencrypted one is JSON, which begins differently.
    private static let mark = Array("\u{0}a sealed session, 1\u{0}".utf8)

    private let item: any PersonalKeyItem
    private let clock: AuthClock
    private let state = Locked(State())

    /// Creates a lock whose key is stored in the given item.
    package init(_ item: some PersonalKeyItem, clock: AuthClock = .system) {
        self.item = item
        self.clock = clock
    }

    /// Returns true if the bytes were encrypted by any session lock.
    package static func isSealed(_ bytes: [UInt8]) -> Bool { bytes.starts(with: mark) }

    /// Decrypts a session; returns nil if it can never be decrypted again. A session from before the lock existed is
    /// returned as it is. Throws ``SesameCore/AuthError/Code/storageLocked`` while the key is locked.
    package func open(_ bytes: [UInt8]) throws(AuthError) -> [UInt8]? {
        guard Self.isSealed(bytes) else { return bytes }
        let (key, isGone) = state.withLock { ($0.key, $0.isGone) }
        guard let key else {
            guard isGone else { throw .locked }
            return nil
        }
        guard let box = try? AES.GCM.SealedBox(combined: bytes.dropFirst(Self.mark.count)) else { return nil }
        guard let opened = try? AES.GCM.open(box, using: key, authenticating: Data(Self.mark)) else {
            // Another run of the app may have created a key since, so the first failure drops the key, and the next
            // unlock reads it from the Keychain again.
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

    /// Encrypts a session. While no key is unlocked, it creates a new key that replaces the stored one, so call
    /// ``open(_:)`` for the stored session first.
    package func seal(_ session: [UInt8]) throws(AuthError) -> [UInt8] {
        let key = try key()
        guard let sealed = try? AES.GCM.seal(session, using: key, authenticating: Data(Self.mark)).combined else {
            throw AuthError(.storageUnavailable, "the session cannot be encrypted")
        }
        return Self.mark + sealed
    }

    /// Asks the user for the key, unless it is unlocked. Throws ``SesameCore/AuthError/Code/storageLocked`` if the user
    /// declines. For one second afterwards, and while another prompt is shown, it throws the same error without asking.
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

    /// Begins an unlock prompt; returns true if the user must be asked, and false if the key is already unlocked.
    /// Throws `storageLocked` while another prompt is shown, and for a second after the user declined.
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

    /// Discards the key of a removed session. The next session gets a new key that fits the device's settings at that
    /// time.
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

    /// Returns the process's shared lock with the given name; the first call creates the lock with the item.
    package static func named(_ name: String, _ item: @autoclosure () -> some PersonalKeyItem) -> SessionLock {
        byName.withLock { byName in
            let lock = byName[name] ?? SessionLock(item())
            byName[name] = lock
            return lock
        }
    }
}

extension AuthError {
    fileprivate static let locked = AuthError(.storageLocked, "the session is locked until its user unlocks it")
}
