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
        let account = line.hashValue
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

extension ImportedAccount: Hashable {
    package func hash(into hasher: inout Hasher) {
        hasher.combine(id)
        hasher.combine(identities)
        hasher.combine(logins)
        hasher.combine(details)
        hasher.combine(role)
        profile.hash(into: &hasher)
        hasher.combine(isOnboarded)
        hasher.combine(createdAt)
        hasher.combine(lastSignInAt)
        hasher.combine(isDisabled)
    }
}

extension JSONObject {
    /// Adds the members to the hash, in any order.
    func hash(into hasher: inout Hasher) {
        var members = 0
        for member in self.members {
            var own = Hasher()
            own.combine(member.name.utf8Bytes)
            member.value.hash(into: &own)
            members &+= own.finalize()
        }
        hasher.combine(self.members.count)
        hasher.combine(members)
    }
}

extension JSONValue {
    fileprivate func hash(into hasher: inout Hasher) {
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
            for value in values { value.hash(into: &hasher) }
        case .object(let object):
            hasher.combine(5)
            object.hash(into: &hasher)
        }
    }
}

extension String {
    /// The text for a comparison by bytes: the hash of a string is the same for all canonically equivalent ones.
    fileprivate var utf8Bytes: [UInt8] { Array(utf8) }
}
