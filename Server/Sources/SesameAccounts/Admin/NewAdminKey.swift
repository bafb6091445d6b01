package import SesameCore

/// A key that was just made, with the text that its bearer presents: the only time that it is there.
package struct NewAdminKey: Sendable {
    /// The key's record.
    package let key: AdminKey
    /// The key.
    package let text: Secret
}

/// A key as its bearer presents it: `sk_`, the id, `_`, and 256 random bits, all in letters and digits, so that one
/// double click takes it and a scanner for secrets knows it.
struct AdminKeyText {
    static let prefix = "sk_"
    private static let idLength = 13
    private static let secretLength = 52

    let id: String
    let digest: [UInt8]

    /// Reads what was presented; nil when it has another form.
    init?(_ presented: Secret) {
        let bytes = Array(presented.exposed.utf8)
        let parts = bytes.split(separator: UInt8(ascii: "_"), omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].elementsEqual("sk".utf8), parts[1].count == Self.idLength,
            parts[2].count == Self.secretLength
        else { return nil }
        id = String(decoding: parts[1], as: UTF8.self)
        digest = SesameAccounts.digest(bytes)
    }

    /// Returns true if this is the key of that record. The time does not depend on where they differ.
    func opens(_ key: AdminKey) -> Bool {
        key.digest.isSame(as: digest)
    }

    /// A new key.
    static func make(_ environment: Environment) -> (id: String, text: Secret) {
        let id = Base32.encode(environment.randomBytes(8))
        return (id, Secret("\(prefix)\(id)_\(Base32.encode(environment.randomBytes(32)))"))
    }
}
