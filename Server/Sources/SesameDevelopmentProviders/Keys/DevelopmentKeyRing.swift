import SesameTokens
import SesameWire

/// A provider's keys: the published keys, one of which signs, and a key that is never published.
///
/// The published keys are created together in the background when one of them is first needed, because most runs use
/// the keys of one provider only. A caller of ``key(_:)`` waits only for the requested key.
final class DevelopmentKeyRing: Sendable {
    private typealias PendingKey = Task<ProviderKey, any Error>

    private struct Keys {
        var published: [PendingKey]?
        var unpublished: PendingKey?
    }

    private let count: Int
    private let source: ProviderKeySource
    private let newKeyID: @Sendable () -> String
    private let keys: Locked<Keys>

    init(count: Int, source: ProviderKeySource, newKeyID: @escaping @Sendable () -> String) {
        self.count = count
        self.source = source
        self.newKeyID = newKeyID
        keys = Locked(Keys())
    }

    /// Returns the key as soon as it has been generated. Throws if the generation failed.
    func key(_ choice: KeyChoice) async throws(ProviderError) -> ProviderKey {
        let pending = keys.withLock { keys in
            switch choice {
            case .current: return published(&keys)[0]
            case .next: return published(&keys)[1]
            case .unknown:
                let key = keys.unpublished ?? Self.begin(source, keyID: newKeyID())
                keys.unpublished = key
                return key
            }
        }
        return try await Self.value(of: pending)
    }

    /// Returns the published keys, the signing key last. The order exposes clients that take the first key instead of
    /// looking up the key id.
    func published() async throws(ProviderError) -> [ProviderKey] {
        var published: [ProviderKey] = []
        for pending in keys.withLock({ self.published(&$0) }) { published.append(try await Self.value(of: pending)) }
        return published.reversed()
    }

    /// Removes the signing key, signs with the next published key from now on, and publishes a new key.
    func rotate() {
        let new = Self.begin(source, keyID: newKeyID())
        keys.withLock { keys in
            keys.published = published(&keys).dropFirst() + [new]
        }
    }

    /// Removes all keys, as after a theft; new ones are created when needed.
    func replaceAll() {
        keys.withLock { $0 = Keys() }
    }

    private func published(_ keys: inout Keys) -> [PendingKey] {
        let published = keys.published ?? (0..<count).map { _ in Self.begin(source, keyID: newKeyID()) }
        keys.published = published
        return published
    }

    private static func begin(_ source: ProviderKeySource, keyID: String) -> PendingKey {
        let key = source.begin()
        return Task.detached(priority: .utility) { try ProviderKey(try await key.value, keyID: keyID) }
    }

    private static func value(of pending: PendingKey) async throws(ProviderError) -> ProviderKey {
        do {
            return try await pending.value
        } catch let error as ProviderError {
            throw error
        } catch {
            throw ProviderError(.keys, "the key could not be created")
        }
    }
}
