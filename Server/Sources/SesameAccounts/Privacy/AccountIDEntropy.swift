/// The random bytes of a new account's id. They are drawn before the app and the user are known.
struct AccountIDEntropy: Sendable {
    let bytes: [UInt8]
    /// Three hexadecimal digits, for an id whose other digits are computed from more than random bytes: see
    /// ``AccountBuckets``.
    let bucket: String

    init(_ environment: RuntimeEnvironment) {
        let random = environment.randomBytes(18)
        bytes = Array(random.prefix(16))
        bucket = String(Hexadecimal.encode(Array(random.suffix(2))).prefix(3))
    }

    /// The id in apps without an id format of their own: 26 lower-case letters and digits.
    var id: AccountID { AccountID(Base32.encode(bytes)) }
}
