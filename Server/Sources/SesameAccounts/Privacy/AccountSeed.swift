/// The random bytes that a new account's id is made of. Drawn before it is known which app and whom the account is for.
struct AccountSeed: Sendable {
    let bytes: [UInt8]

    init(_ environment: Environment) {
        bytes = environment.randomBytes(16)
    }

    /// The id in apps without a form of their own: 26 lower-case letters and digits.
    var id: AccountID { AccountID(Base32.encode(bytes)) }
}
