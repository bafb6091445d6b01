import SesameCore

/// The cipher for the secrets of authenticator apps, and the key for digests of recovery codes. A secret is bound to
/// its app, account and factor.
struct SecondFactorCipher: Sendable {
    let key: DerivedKey

    func seal(_ secret: TOTP, of factor: String, _ account: AccountID, in app: AppID) throws(StorageError)
        -> [UInt8]
    {
        guard let sealed = Seal(key).seal(secret.secret, in: app.bytes, account.bytes, Array(factor.utf8)) else {
            throw .corrupt("a second factor cannot be encrypted")
        }
        return sealed
    }

    func open(_ sealed: [UInt8], of factor: SecondFactor) throws(StorageError) -> TOTP {
        guard let secret = Seal(key).open(sealed, in: factor.app.bytes, factor.account.bytes, Array(factor.id.utf8))
        else { throw .corrupt("a second factor cannot be decrypted") }
        return TOTP(secret: secret)
    }

    /// Returns the keyed digest that is stored instead of a recovery code. Case, spaces and hyphens of the typed code
    /// are ignored.
    func digest(of code: Secret, _ account: AccountID, in app: AppID) -> [UInt8] {
        let letters = code.exposed.inLowerCaseASCII.utf8.filter { !Array("- ".utf8).contains($0) }
        return key.code(for: Array("recovery \(app) \(account) ".utf8) + letters)
    }
}
