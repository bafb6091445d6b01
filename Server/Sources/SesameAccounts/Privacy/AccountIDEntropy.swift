/// The random bytes of a new account's id, generated before the app and the user are known.
struct AccountIDEntropy: Sendable {
    let bytes: [UInt8]
    /// The account's bucket as three hexadecimal digits, for an id that is not computed from random bytes alone: see
    /// ``AccountBuckets``.
    let bucket: String

    init(_ environment: RuntimeEnvironment) {
        let random = environment.randomBytes(18)
        bytes = Array(random.prefix(16))
        bucket = String(Hexadecimal.encode(Array(random.suffix(2))).prefix(3))
    }

    /// The id in the default format: 26 lowercase letters and digits. Pseudonymous apps have another format.
    var id: AccountID { AccountID(Base32.encode(bytes)) }
}
