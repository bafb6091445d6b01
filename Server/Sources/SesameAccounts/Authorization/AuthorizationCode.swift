import Foundation
import SesameCore

/// A code for a client, which stands for a session that has not begun. Bound to the client, its redirect, its proof key,
/// and the identity that signed in: a code is worth nothing once that no longer opens the account.
struct AuthorizationCode: FlowContent {
    static let stage = FlowRecord.Stage.code
    /// How long a client may take to exchange it, in seconds.
    static let life: TimeInterval = 60

    let app: String
    let redirectURI: String
    let challenge: CodeChallenge
    let account: String
    let session: String
    let provider: Provider
    let subject: String
    let isNewUser: Bool

    func isFor(_ app: App, redirectURI: String, verifier: Secret) -> Bool {
        self.app.hasSameBytes(as: app.id.description) && self.redirectURI.hasSameBytes(as: redirectURI)
            && challenge.isMet(by: verifier)
    }
}

/// A code that was exchanged: remembered, because its second use means that somebody else has it.
struct UsedCode: FlowContent {
    static let stage = FlowRecord.Stage.usedCode
    static let memory: TimeInterval = 86_400

    let session: String
}

/// A registration form that is filled in for a client.
struct PendingRegistration: FlowContent {
    static let stage = FlowRecord.Stage.registering

    let app: String
    let client: ClientRequest
    let browser: Data
}
