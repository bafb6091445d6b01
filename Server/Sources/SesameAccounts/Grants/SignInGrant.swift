public import Foundation
public import SesameCore

/// Leave for one sign-in to an account, for whoever brings its secret: given out by the operator's back end, or at the
/// end of a sign-in in a browser whose client cannot read the browser's cookies.
struct SignInGrant: FlowContent {
    static let stage = FlowRecord.Stage.granted

    let app: String
    let account: String
    let method: SignInMethod
    /// What was signed in with, which must still open the account; nil where the operator has vouched.
    let way: SignInWay?
    let isNewUser: Bool
    /// The second factor that the person has shown in the browser.
    var shown: ShownFactor?
}

/// Such a leave as its bearer gets it.
public struct GrantedSecret: Sendable {
    /// The account that it signs in to.
    public let account: AccountID
    /// The secret.
    public let secret: Secret
    /// When it was given.
    public let createdAt: Date
    /// When it is good for nothing any more.
    public let expiresAt: Date
}
