import Crypto
import Foundation
package import SesameCore
package import SesameTokens
import SesameWire

/// The server's signing keys of one algorithm: the current signing key and the verification keys.
///
/// Keys are read from storage at creation, by ``maintain()`` and after each rotation; between these, every call works
/// on the same immutable state.
package final class KeyRing: Sendable {
    private let storage: any Storage
    private let environment: RuntimeEnvironment
    private let sealingKey: DerivedKey
    private let schedule: KeyRotationSchedule
    private let algorithm: JWSAlgorithm
    private let state: Locked<State>

    private struct State {
        /// The keys, newest first.
        let keys: [OpenKey]
        let verifying: JSONWebKeySet
        let publicSet: [UInt8]
        /// The certificates by key id, in PEM; for RSA keys only.
        let certificates: JSONObject
        var revision = 0
    }

    private struct OpenKey {
        let signsFrom: Date
        let key: LoadedSigningKey
    }

    /// Reads the keys of an algorithm, and creates the first key if none exists. If storage cannot be written, the keys
    /// are used as they are. Throws ``KeyRingError/wrongMasterKey`` if a key cannot be decrypted.
    package init(
        storage: any Storage, environment: RuntimeEnvironment, masterKey: MasterKey, schedule: KeyRotationSchedule,
        algorithm: JWSAlgorithm = .es256
    ) async throws(KeyRingError) {
        self.algorithm = algorithm
        self.storage = storage
        self.environment = environment
        self.schedule = schedule
        sealingKey = masterKey.key(for: .sealing)
        state = Locked(try Self.open([], with: sealingKey))
        do throws(KeyRingError) {
            try await maintain()
        } catch .storage(.unavailable(let reason)) {
            let stored = try await stored()
            guard !stored.isEmpty else { throw .storage(.unavailable(reason)) }
            try use(stored)
        }
    }

    /// Returns true if the master key decrypts all of the keys.
    package static func opens(_ keys: [SealedSigningKey], with masterKey: MasterKey) -> Bool {
        (try? open(keys, with: masterKey.key(for: .sealing))) != nil
    }

    /// Publishes the next key and removes expired keys, as scheduled, and reloads the keys. Throws
    /// ``KeyRingError/wrongMasterKey`` if a key cannot be decrypted.
    package func maintain() async throws(KeyRingError) {
        let now = environment.now
        var stored = try await stored()
        // While the clock is in doubt, no key expires, and only a missing first key is created.
        let plan =
            stored.isEmpty
            ? schedule.plan(stored, at: now) : environment.trustedNow.map { schedule.plan(stored, at: $0) } ?? .nothing
        if plan != .nothing { stored = try await carryOut(plan, at: now) }
        try use(stored)
    }

    private func stored() async throws(KeyRingError) -> [SealedSigningKey] {
        do throws(StorageError) {
            return try await storage.read { [algorithm] reader throws(StorageError) in
                try reader.signingKeys(algorithm)
            }
        } catch {
            throw .storage(error)
        }
    }

    private func use(_ stored: [SealedSigningKey]) throws(KeyRingError) {
        let opened = try Self.open(stored, with: sealingKey)
        state.withLock { state in
            let revision = state.revision + 1
            state = opened
            state.revision = revision
        }
    }

    /// The kind of rotation that an operator requests: the new key signs later or at once, next to the existing keys or
    /// instead of them.
    package enum Rotation: String, Sendable, CaseIterable {
        /// The new key is published now and signs once every cached copy of the public set has expired. Existing tokens
        /// stay valid.
        case scheduled
        /// The new key signs at once, and all others are removed, in case they were compromised. Earlier access tokens
        /// are rejected; clients get new ones with their refresh tokens, which do not depend on signing keys.
        case immediate = "at_once"
    }

    /// Rotates the signing key on an operator's request. An immediate rotation deletes all existing keys; a scheduled
    /// one creates no key if a published key does not sign yet.
    func rotate(_ rotation: Rotation, context: RequestContext) async throws(KeyRingError) {
        let now = environment.now
        let candidate = try makeKey()
        let lead = rotation == .immediate ? 0 : schedule.leadTime
        do throws(StorageError) {
            try await storage.write { [algorithm] transaction throws(StorageError) in
                let before = try transaction.signingKeys(algorithm)
                if rotation == .immediate { for key in before { try transaction.deleteSigningKey(key.id) } }
                guard rotation == .immediate || before.allSatisfy({ $0.signsFrom <= now }) else { return }
                try transaction.insert(
                    SealedSigningKey(
                        id: candidate.id, algorithm: algorithm, sealed: candidate.sealed, publishedAt: now,
                        signsFrom: now.addingTimeInterval(lead)))
                try transaction.insert(
                    SecurityEvent(
                        kind: .signingKeyRotated, app: nil, account: nil, session: nil, at: now, context: context,
                        detail: rotation.rawValue))
            }
        } catch {
            throw .storage(error)
        }
        try await maintain()
    }

    /// Returns the published keys, newest first, without secrets.
    func listed() async throws(KeyRingError) -> [SigningKeySummary] {
        let now = environment.now
        let stored = try await stored()
        let signing = stored.first { $0.signsFrom <= now } ?? stored.last
        return stored.map { SigningKeySummary($0, isSigning: $0.id == signing?.id) }
    }

    /// A number that increases with each reload of the keys. Values derived from the keys are outdated once it changes.
    var revision: Int { state.withLock { $0.revision } }

    /// The public keys that verify the server's tokens, including keys that do not sign yet or any more.
    package var verifying: JSONWebKeySet { state.withLock { $0.verifying } }

    /// The public keys as the JSON of a JWK Set (RFC 7517 section 5).
    package var publicSet: [UInt8] { state.withLock { $0.publicSet } }

    /// The certificates of RSA keys by key id, in PEM.
    package var certificates: JSONObject { state.withLock { $0.certificates } }

    /// Returns the signer of access tokens at the given time; nil if the keys are not ES256 keys.
    func signer(at now: Date) -> AccessTokenSigner? {
        guard case .es256(let signer) = key(at: now) else { return nil }
        return signer
    }

    /// Returns the signer of tokens in Firebase's protocol at the given time; nil if the keys are not RS256 keys.
    func rs256Signer(at now: Date) -> RS256Signer? {
        guard case .rs256(let signer) = key(at: now) else { return nil }
        return signer
    }

    private func key(at now: Date) -> LoadedSigningKey? {
        let keys = state.withLock { $0.keys }
        return (keys.first { $0.signsFrom <= now } ?? keys.last)?.key
    }

    private func carryOut(
        _ plan: KeyRotationSchedule.Plan, at now: Date
    ) async throws(KeyRingError) -> [SealedSigningKey] {
        let candidate = try makeKey()
        do throws(StorageError) {
            return try await storage.write { [algorithm] transaction throws(StorageError) in
                if case .signing(let start) = plan.next {
                    try transaction.insert(
                        SealedSigningKey(
                            id: candidate.id, algorithm: algorithm, sealed: candidate.sealed, publishedAt: now,
                            signsFrom: start))
                }
                for id in plan.expired { try transaction.deleteSigningKey(id) }
                return try transaction.signingKeys(algorithm)
            }
        } catch {
            throw .storage(error)
        }
    }

    private func makeKey() throws(KeyRingError) -> (id: String, sealed: [UInt8]) {
        let id = environment.randomID()
        do {
            let raw = try LoadedSigningKey.make(algorithm, id: id).raw
            guard let sealed = Seal(sealingKey).seal(raw, in: Array(id.utf8)) else { throw KeyRingError.sealing }
            return (id, sealed)
        } catch {
            throw .sealing
        }
    }

    /// The subject name in certificates, which clients ignore.
    private static let certified = "sesame"

    private static func open(
        _ stored: [SealedSigningKey], with sealingKey: DerivedKey
    ) throws(KeyRingError) -> State {
        var keys: [OpenKey] = []
        var published: [JSONWebKey] = []
        var certificates = JSONObject()
        for key in stored {
            do {
                guard let raw = Seal(sealingKey).open(key.sealed, in: Array(key.id.utf8)) else {
                    throw KeyRingError.wrongMasterKey
                }
                let opened = try LoadedSigningKey(key.algorithm, raw: raw, id: key.id)
                keys.append(OpenKey(signsFrom: key.signsFrom, key: opened))
                published.append(try opened.publicKey())
                certificates[key.id] = try opened.certificate(of: certified, from: key.publishedAt).map { .string($0) }
            } catch {
                throw .wrongMasterKey
            }
        }
        let set = JSONWebKeySet(published)
        return State(keys: keys, verifying: set, publicSet: set.serialized(), certificates: certificates)
    }
}

extension StorageReader {
    /// Returns the signing keys of one algorithm; the key with the latest start of signing comes first.
    func signingKeys(_ algorithm: JWSAlgorithm) throws(StorageError) -> [SealedSigningKey] {
        try signingKeys().filter { $0.algorithm == algorithm }
    }
}

/// The reason why the signing keys cannot be used.
package enum KeyRingError: Error, Sendable, Equatable {
    /// The database could not be read or written.
    case storage(StorageError)
    /// The stored keys were encrypted with a different master key, or modified.
    case wrongMasterKey
    /// A new key could not be generated or encrypted.
    case sealing
}
