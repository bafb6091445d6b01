import Foundation
public import Sesame
public import SesameCore
import SesameWire

extension FirebaseAuthService: AuthExportService {
    /// Returns Firebase's data about the account by `accounts:lookup`, as a JSON document. The project must add its own
    /// data about the user, such as documents and files.
    public func export(_ session: Session) async throws(AuthError) -> [UInt8] {
        var account = try await account(of: session.accessToken)
        for name in ["passwordHash", "salt"] { account.remove(name) }
        let document: JSONObject = ["account": .object(account)]
        return document.serialized()
    }

    /// Deletes the account by `accounts:delete`. Throws ``SesameCore/AuthError/Code/reauthenticationRequired`` if the
    /// last sign-in is more than five minutes ago.
    ///
    /// If the user can sign in with Apple, the result lists Apple as a consent that the user must revoke: Firebase
    /// revokes it only with a fresh authorization code. The project must delete the user's documents, for example by an
    /// `onDelete` function.
    @discardableResult
    public func deleteAccount(_ session: Session) async throws(AuthError) -> AccountDeletion {
        _ = try await post("delete", ["idToken": .string(session.accessToken.exposed)], .account)
        let isApples = session.user.providers.contains(SignInMethod.apple.rawValue)
        return AccountDeletion(manualRevocation: isApples ? [.apple] : [])
    }
}
