package import Foundation

/// A pending step of a flow, such as a browser's sign-in, a link or an enrollment, stored encrypted until the next
/// step. Its key is the digest of the client's secret, or a keyed digest, so that the database alone cannot continue
/// the flow. The first step of a browser's sign-in is stored differently: see ``OAuthStateCipher``.
package struct FlowRecord: Sendable, Equatable {
    /// The key of the record: the SHA-256 digest of the client's secret or, for enrollments and sign-in tokens, a keyed
    /// digest.
    package let digest: [UInt8]
    /// The stage that the flow has reached.
    package let stage: Stage
    /// The content of the step, encrypted and bound to the stage and digest; see ``Seal``.
    package let sealed: [UInt8]
    package let expiresAt: Date

    package init(digest: [UInt8], stage: Stage, sealed: [UInt8], expiresAt: Date) {
        self.digest = digest
        self.stage = stage
        self.sealed = sealed
        self.expiresAt = expiresAt
    }

    /// A stage of a flow, which determines the form of the step's content.
    package enum Stage: String, Sendable, CaseIterable {
        /// The `state` of an authorization request was used, and cannot be used again.
        case usedState = "spent"
        /// The provider has responded, and the server waits for the browser that started the flow.
        case awaitingBrowser = "returned"
        /// The user fills in the registration form for a client.
        case registering
        /// The user has to verify a second factor.
        case factor
        /// The signed-in user enrolls a second factor.
        case enrolling
        /// A registration form of the hosted pages was submitted; the same browser may submit it again.
        case sentForm = "sent_form"
        /// A client may exchange the authorization code for a session.
        case code
        /// A client may exchange the authorization code for a link, in the session that started the link.
        case linking
        /// The user may decide how to resolve a conflict between two of their accounts.
        case conflict
        /// The user may sign in to an account once, with a sign-in token.
        case signInToken = "granted"
        /// A client has exchanged the authorization code.
        case usedCode = "used_code"
    }
}
