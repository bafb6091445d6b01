package import Foundation
package import SesameCore

/// A one-time token for one sign-in to an account. It is issued at the request of the operator's back end, or at the
/// end of a browser's sign-in or link for a client that cannot read the browser's cookies.
struct SignInToken: FlowPayload {
    static let stage = FlowRecord.Stage.signInToken

    let app: String
    let account: String
    let method: AuthenticationMethod
    /// The sign-in method, which the account must still have; nil for a token that the operator requested.
    let way: UsedAuthenticationMethod?
    let isNewUser: Bool
    /// The second factor that the user has presented in the browser; nil if the user has presented none.
    var shown: VerifiedFactor?
    let mark: AccountMark?

    init(
        to account: AccountID, in app: AppID, by method: AuthenticationMethod, _ way: UsedAuthenticationMethod?,
        isNewUser: Bool = false,
        shown: VerifiedFactor? = nil, _ reader: any StorageReader
    ) throws(StorageError) {
        self.app = app.description
        self.account = account.description
        self.method = method
        self.way = way
        self.isNewUser = isNewUser
        self.shown = shown
        mark = try reader.mark(account, in: app, endedBy: .all)
    }

    var endedBy: Set<Epoch> { .all }
}

/// A sign-in token with its secret, as returned to the client or back end.
package struct IssuedSignInToken: Sendable {
    package let account: AccountID
    package let secret: Secret
    package let createdAt: Date
    package let expiresAt: Date
}
