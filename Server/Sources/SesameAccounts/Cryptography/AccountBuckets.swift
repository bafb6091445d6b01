/// The 4,096 buckets of accounts, for a later partitioning of the database.
///
/// An id made by the server contains its bucket, 12 random bits, at the start or after a provider's name. The bucket of
/// an id chosen by a caller is a keyed hash, so that a sequence of chosen ids cannot target one bucket. A session's id
/// contains its account's bucket, so that a token identifies the bucket without the account's id. The key is never
/// rotated, because the ids' buckets would change.
package struct AccountBuckets: Sendable {
    private let key: DerivedKey

    init(key: DerivedKey) {
        self.key = key
    }

    /// Returns the account's bucket, from 0 to 4,095.
    func bucket(of account: AccountID) -> UInt16 {
        account.ownBucket
            ?? {
                let code = Array(key.code(for: Array(account.description.utf8)).prefix(2))
                return UInt16(code[0]) << 4 | UInt16(code[1]) >> 4
            }()
    }
}

extension AccountID {
    /// The bucket in an id made by the server, at its start or after the provider's name; nil for an id of another
    /// form.
    fileprivate var ownBucket: UInt16? {
        let text = Array(description.utf8)
        if text.count == Base32.length(ofBytes: 16) {
            guard let digits = Base32.values(of: text) else { return nil }
            return digits[0] << 7 | digits[1] << 2 | digits[2] >> 3
        }
        guard text.count == Self.maxLength, let mark = text.firstIndex(of: UInt8(ascii: "_")),
            Provider(rawValue: String(decoding: text[..<mark], as: UTF8.self)) != nil
        else { return nil }
        let digits = text[(mark + 1)...]
        guard digits.count >= 3, digits.allSatisfy(Hexadecimal.isLowerCaseDigit) else { return nil }
        return UInt16(String(decoding: digits.prefix(3), as: UTF8.self), radix: 16)
    }
}
