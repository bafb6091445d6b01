import Foundation
import SesameCore

/// A verified identity that a provider has returned, stored until the browser that began the flow takes the last step.
struct CallbackIdentity: FlowPayload {
    static let stage = FlowRecord.Stage.awaitingBrowser
    /// The lifetime of the stored identity, in seconds. It can be short, because the callback redirects the browser to
    /// the last step at once.
    static let lifetime: TimeInterval = 2 * 60

    let flow: BrowserFlow
    /// The verified identity, reduced to the data that the app may store.
    let verified: FilteredIdentity
    /// The provider's refresh token, for a later revocation of the user's consent; nil if the provider returned none,
    /// or its consents are not revoked.
    let refreshToken: CodableSecret?

    /// The epochs that void the record; none, because the record belongs to a browser and an identity, and the account
    /// is looked up when the record is used.
    var endedBy: Set<Epoch> { [] }
    var mark: AccountMark? { nil }

    init(_ verified: FilteredIdentity, flow: BrowserFlow, refreshToken: Secret? = nil) {
        self.flow = flow
        self.verified = verified
        self.refreshToken = refreshToken.map(CodableSecret.init)
    }
}
