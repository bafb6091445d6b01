import SesameCore

/// A Keychain whose "not found" is reliable.
///
/// A device that has not been unlocked since it was started may report "not found" for existing items. The result is
/// trusted only if a probe item that always exists can be read; the probe is created if it is missing.
struct ProbedKeychain: Sendable {
    private let items: any KeychainItems

    init(_ items: any KeychainItems) {
        self.items = items
    }

    /// Returns an item's bytes; nil if it does not exist. Throws `storageLocked` if the device may hide it.
    func find(_ item: String) throws(AuthError) -> [UInt8]? {
        if let bytes = try readOnce(item) { return bytes }
        try probe()
        // The device may have been unlocked between the first read and the probe.
        return try readOnce(item)
    }

    /// Stores an item's bytes, and creates the item if it does not exist.
    func put(_ item: String, _ bytes: [UInt8]) throws(AuthError) {
        do throws(KeychainStatus) {
            try items.update(item, bytes)
        } catch {
            guard error == .itemNotFound else { throw error.authError }
            try add(item, bytes)
        }
    }

    /// Creates an item; an existing item stays unchanged.
    func addUnlessThere(_ item: String, _ bytes: [UInt8]) throws(AuthError) {
        do throws(KeychainStatus) {
            try items.add(item, bytes)
        } catch {
            guard error == .duplicateItem else { throw error.authError }
        }
    }

    /// Removes an item; a missing item is no error.
    func remove(_ item: String) throws(AuthError) {
        guard try !removeOnce(item) else { return }
        try probe()
        _ = try removeOnce(item)
    }

    /// The name of the probe, an item that always exists. Reading it shows if "not found" can be trusted.
    private static let probe = "probe"

    /// Reads the probe, and creates it if it is missing. Throws `storageLocked` if it exists but was reported as not
    /// found.
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
            // The item exists but was not found just before, so the device is locked.
            throw error == .duplicateItem ? KeychainStatus.interactionNotAllowed.authError : error.authError
        }
    }

    /// Removes an item; returns true if it existed.
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
