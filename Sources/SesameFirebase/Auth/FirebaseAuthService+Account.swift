import Foundation
public import Sesame
public import SesameCore
import SesameWire

extension FirebaseAuthService: AuthExportService {
    /// `accounts:lookup`: what Firebase tells an account's owner, as a JSON document. What the project keeps about the
    /// person elsewhere, in documents and files, is the project's own to add.
    public func export(_ session: Session) async throws(AuthError) -> [UInt8] {
        var account = try await account(of: session.accessToken)
        for name in ["passwordHash", "salt"] { account.remove(name) }
        let document: JSONObject = ["account": .object(account)]
        return document.serialized()
    }

    /// `accounts:delete`, after a sign-in of the last five minutes.
    ///
    /// Apple's consent is left to the person: Firebase revokes it only with a fresh code, for whoever has one. The
    /// person's documents are the project's own to delete, by an `onDelete` function for example.
    @discardableResult
    public func deleteAccount(_ session: Session) async throws(AuthError) -> AccountDeletion {
        _ = try await post("delete", ["idToken": .string(session.accessToken.exposed)], .account)
        let isApples = session.user.providers.contains(SignInMethod.apple.rawValue)
        return AccountDeletion(manualRevocation: isApples ? [.apple] : [])
    }
}
