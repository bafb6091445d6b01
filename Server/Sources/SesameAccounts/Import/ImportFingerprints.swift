import SesameCore

/// The accounts of an import's earlier lines, as hashes.
///
/// A line needs about 40 bytes for its id and for each of its identities and local credentials, while whole lines would
/// take a gigabyte for half a million users. Hashes of 64 bits with a random seed are equal by chance once in a million
/// imports of that size. The line is then refused, which another attempt does not repeat.
struct ImportFingerprints: Sendable {
    private var accounts: [Int: Int] = [:]

    /// Returns the hash of the account of an earlier line with the same id, or with one of the same identities or local
    /// credentials; nil if there is none.
    func earlier(_ line: ImportedAccount) -> Int? {
        Self.keys(of: line).lazy.compactMap { accounts[$0] }.first
    }

    mutating func remember(_ line: ImportedAccount) {
        let account = line.fingerprint
        for key in Self.keys(of: line) { accounts[key] = account }
    }

    private enum Key: Hashable {
        case id(AccountID)
        case identity(ImportedIdentity.Key)
        case login(ImportedCredential.Key)
    }

    private static func keys(of line: ImportedAccount) -> [Int] {
        var keys: [Key] = line.id.map { [.id($0)] } ?? []
        keys += line.identities.map { .identity($0.key) }
        keys += line.logins.map { .login($0.key) }
        return keys.map(\.hashValue)
    }
}

extension ImportedAccount {
    /// A hash of all values, and of the bytes of all texts.
    var fingerprint: Int {
        var hasher = Hasher()
        hasher.combine(id)
        for identity in identities {
            hasher.combine(identity.key)
            hasher.combine(identity.subject)
            identity.claims.fingerprint(into: &hasher)
        }
        hasher.combine(logins)
        details.fingerprint(into: &hasher)
        hasher.combine(role?.utf8Bytes)
        profile.fingerprint(into: &hasher)
        hasher.combine(isOnboarded)
        hasher.combine(createdAt)
        hasher.combine(lastSignInAt)
        hasher.combine(isDisabled)
        return hasher.finalize()
    }
}

extension IdentityClaims {
    fileprivate func fingerprint(into hasher: inout Hasher) {
        for text in [email, givenName, familyName, displayName, photoURL] { hasher.combine(text?.utf8Bytes) }
        for flag in [emailVerified, emailIsAuthoritative, isPrivateEmail] { hasher.combine(flag) }
    }
}

extension AccountMetadata {
    /// Adds the values that an import can set.
    func fingerprint(into hasher: inout Hasher) {
        hasher.combine(displayName?.utf8Bytes)
        preferences.fingerprint(into: &hasher)
        hasher.combine(labels.map(\.utf8Bytes))
    }
}

extension JSONObject {
    /// Adds the members to the hash, in any order.
    fileprivate func fingerprint(into hasher: inout Hasher) {
        var members = 0
        for member in self.members {
            var own = Hasher()
            own.combine(member.name.utf8Bytes)
            member.value.fingerprint(into: &own)
            members &+= own.finalize()
        }
        hasher.combine(self.members.count)
        hasher.combine(members)
    }
}

extension JSONValue {
    fileprivate func fingerprint(into hasher: inout Hasher) {
        // The numbers keep values of different types apart.
        switch self {
        case .null: hasher.combine(0)
        case .bool(let flag):
            hasher.combine(1)
            hasher.combine(flag)
        case .number(let number):
            hasher.combine(2)
            hasher.combine(number)
        case .string(let text):
            hasher.combine(3)
            hasher.combine(text.utf8Bytes)
        case .array(let values):
            hasher.combine(4)
            hasher.combine(values.count)
            for value in values { value.fingerprint(into: &hasher) }
        case .object(let object):
            hasher.combine(5)
            object.fingerprint(into: &hasher)
        }
    }
}

extension String {
    /// The text for a comparison by bytes: the hash of a string is the same for all canonically equivalent ones.
    fileprivate var utf8Bytes: [UInt8] { Array(utf8) }
}
