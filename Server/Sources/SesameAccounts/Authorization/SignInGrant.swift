package import Foundation
package import SesameCore

/// Leave for one sign-in to an account, for whoever brings its secret: given out by the operator's back end, or at the
/// end of a sign-in in a browser whose client cannot read the browser's cookies.
struct SignInGrant: FlowContent {
    static let stage = FlowRecord.Stage.granted

    let app: String
    let account: String
    let method: SignInMethod
    /// The sign-in method, which must still open the account; nil if the operator vouches.
    let way: SignInWay?
    let isNewUser: Bool
    /// The second factor that the person has shown in the browser.
    var shown: ShownFactor?
    let mark: AccountMark?

    init(
        to account: AccountID, in app: AppID, by method: SignInMethod, _ way: SignInWay?, isNewUser: Bool = false,
        shown: ShownFactor? = nil, _ reader: any StorageReader
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

/// Such a leave as its bearer gets it.
package struct GrantedSecret: Sendable {
    /// The account that it signs in to.
    package let account: AccountID
    package let secret: Secret
    /// The time at which it was issued.
    package let createdAt: Date
    /// The time at which it expires.
    package let expiresAt: Date
}
