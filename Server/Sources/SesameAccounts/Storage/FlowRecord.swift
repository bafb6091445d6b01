package import Foundation

/// A step of a browser's sign-in, or of a link, kept until the next step takes it. What it says is sealed, and its key
/// is the digest of a secret that the server has given away: the database alone continues nothing. A sign-in's first
/// step is none of them: see ``FlowStates``.
package struct FlowRecord: Sendable, Equatable {
    /// SHA-256 of the secret.
    package let digest: [UInt8]
    /// Which step.
    package let stage: Stage
    /// The content of the step, sealed for its stage and digest: see ``Seal``.
    package let sealed: [UInt8]
    /// The time after which the step can no longer be taken.
    package let expiresAt: Date

    /// Makes the record.
    package init(digest: [UInt8], stage: Stage, sealed: [UInt8], expiresAt: Date) {
        self.digest = digest
        self.stage = stage
        self.sealed = sealed
        self.expiresAt = expiresAt
    }

    /// The steps.
    package enum Stage: String, Sendable, CaseIterable {
        /// The provider has given a token for this `state`, which is good for nothing else now.
        case spent
        /// The provider has answered; the browser that began is awaited.
        case returned
        /// The person fills in the registration form for a client.
        case registering
        /// The person is to show a second factor.
        case factor
        /// The person of a session adds a second factor.
        case enrolling
        /// A registration form of our own pages was sent; the same browser may send it again.
        case sentForm = "sent_form"
        /// A client may exchange the code.
        case code
        /// A client may exchange the code for a link in the session that began it.
        case linking
        /// Somebody may decide about two accounts of theirs.
        case conflict
        /// Somebody may sign in to an account once.
        case granted
        /// A client has exchanged the code.
        case usedCode = "used_code"
    }
}
