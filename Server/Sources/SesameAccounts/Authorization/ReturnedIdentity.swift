import Foundation
import SesameCore

/// The verified identity of a person who has come back from the provider, while their browser is awaited.
struct ReturnedIdentity: FlowContent {
    static let stage = FlowRecord.Stage.returned
    /// The seconds from the callback to the last step, to which the browser is sent at once.
    static let life: TimeInterval = 2 * 60

    let flow: BrowserFlow
    /// The identity as it was verified, and as the app takes it in.
    let verified: AdmittedIdentity
    /// The provider's refresh token.
    let refreshToken: SealedSecret?

    /// It is of one browser and of an identity, whose account is looked up when it is used.
    var endedBy: Set<Epoch> { [] }
    var mark: AccountMark? { nil }

    init(_ verified: AdmittedIdentity, flow: BrowserFlow, refreshToken: Secret? = nil) {
        self.flow = flow
        self.verified = verified
        self.refreshToken = refreshToken.map(SealedSecret.init)
    }
}
