/// The random bytes that a new account's id is made of. Drawn before it is known which app and whom the account is for.
struct AccountSeed: Sendable {
    let bytes: [UInt8]
    /// Three hexadecimal digits, for an id whose other digits are not random alone: see ``AccountBuckets``.
    let bucket: String

    init(_ environment: Environment) {
        let random = environment.randomBytes(18)
        bytes = Array(random.prefix(16))
        bucket = String(Hexadecimal.encode(Array(random.suffix(2))).prefix(3))
    }

    /// The id in apps without a form of their own: 26 lower-case letters and digits.
    var id: AccountID { AccountID(Base32.encode(bytes)) }
}
