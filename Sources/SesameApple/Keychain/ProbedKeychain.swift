import SesameCore

/// A Keychain whose "not found" can be believed.
///
/// A device that has not been unlocked since it was started may say that of what it has. So it is believed only beside
/// an item that is always there, and made when it is not.
struct ProbedKeychain: Sendable {
    private let items: any KeychainItems

    init(_ items: any KeychainItems) {
        self.items = items
    }

    /// The bytes of an item; nil when there is none.
    func find(_ item: String) throws(AuthError) -> [UInt8]? {
        if let bytes = try readOnce(item) { return bytes }
        try probe()
        // The device may have been unlocked between the first look and the probe.
        return try readOnce(item)
    }

    /// Puts the bytes into an item, which is made when there is none.
    func put(_ item: String, _ bytes: [UInt8]) throws(AuthError) {
        do throws(KeychainStatus) {
            try items.update(item, bytes)
        } catch {
            guard error == .itemNotFound else { throw error.authError }
            try add(item, bytes)
        }
    }

    /// Makes an item, unless there is one already.
    func addUnlessThere(_ item: String, _ bytes: [UInt8]) throws(AuthError) {
        do throws(KeychainStatus) {
            try items.add(item, bytes)
        } catch {
            guard error == .duplicateItem else { throw error.authError }
        }
    }

    /// Removes an item. One that is not there is no error.
    func remove(_ item: String) throws(AuthError) {
        guard try !removeOnce(item) else { return }
        try probe()
        _ = try removeOnce(item)
    }

    /// Always there: an answer about it tells whether the Keychain's answers can be believed.
    private static let probe = "probe"

    /// Throws unless "not found" can be believed.
    private func probe() throws(AuthError) {
        guard try readOnce(Self.probe) == nil else { return }
        try add(Self.probe, [1])
    }

    private func readOnce(_ item: String) throws(AuthError) -> [UInt8]? {
        do throws(KeychainStatus) {
            return try items.read(item)
        } catch {
            guard error == .itemNotFound else { throw error.authError }
            return nil
        }
    }

    private func add(_ item: String, _ bytes: [UInt8]) throws(AuthError) {
        do throws(KeychainStatus) {
            try items.add(item, bytes)
        } catch {
            // An item that is there and was not found a moment ago: the device is locked.
            throw error == .duplicateItem ? KeychainStatus.interactionNotAllowed.authError : error.authError
        }
    }

    /// Returns true if there was one to be removed.
    private func removeOnce(_ item: String) throws(AuthError) -> Bool {
        do throws(KeychainStatus) {
            try items.delete(item)
            return true
        } catch {
            guard error == .itemNotFound else { throw error.authError }
            return false
        }
    }
}
