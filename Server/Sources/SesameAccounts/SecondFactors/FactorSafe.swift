import Crypto
import SesameCore

/// Seals the secrets of authenticator apps, and makes what is kept of recovery codes. App, account and factor are
/// associated data, so that what is sealed opens as nobody else's.
struct FactorSafe: Sendable {
    let key: DerivedKey

    func seal(_ secret: TimeCode, of factor: String, _ account: AccountID, in app: AppID) throws(StorageError)
        -> [UInt8]
    {
        let sealed = try? AES.GCM.seal(
            secret.secret, using: key.symmetric, authenticating: Self.associated(factor, account, app))
        guard let box = sealed?.combined else { throw .corrupt("a second factor cannot be sealed") }
        return Array(box)
    }

    func open(_ sealed: [UInt8], of factor: SecondFactor) throws(StorageError) -> TimeCode {
        guard let box = try? AES.GCM.SealedBox(combined: sealed),
            let secret = try? AES.GCM.open(
                box, using: key.symmetric,
                authenticating: Self.associated(factor.id, factor.account, factor.app))
        else { throw .corrupt("a second factor cannot be opened") }
        return TimeCode(secret: Array(secret))
    }

    /// What is kept of a recovery code, as it is read out of what somebody has typed.
    func digest(of code: Secret, _ account: AccountID, in app: AppID) -> [UInt8] {
        let letters = code.exposed.inLowerCaseASCII.utf8.filter { !Array("- ".utf8).contains($0) }
        return key.code(for: Array("recovery \(app) \(account) ".utf8) + letters)
    }

    private static func associated(_ factor: String, _ account: AccountID, _ app: AppID) -> [UInt8] {
        Array("\(app)\u{0}\(account)\u{0}\(factor)".utf8)
    }
}
