import Foundation
import SesameCore
import SesameWire

/// A code for a client, which stands for a session that has not begun. Bound to the client, its redirect, its proof key,
/// and the way that was signed in by: a code is worth nothing once that no longer opens the account.
struct AuthorizationCode: FlowContent {
    static let stage = FlowRecord.Stage.code
    /// The seconds that a client has for the exchange.
    static let life: TimeInterval = 60

    let app: String
    let redirectURI: String
    let challenge: CodeChallenge
    let account: String
    let session: String
    let way: SignInWay
    let isNewUser: Bool
    /// The second factor that the person has shown in the browser.
    var shown: ShownFactor?
    let mark: AccountMark?

    /// A code for the client of somebody who has signed in.
    ///
    /// - Parameter shown: The second factor that they have shown.
    init(
        _ client: ClientRequest, _ account: Account, session: SessionID, by way: SignInWay, isNewUser: Bool,
        shown: ShownFactor? = nil, _ reader: any StorageReader
    ) throws(StorageError) {
        app = account.app.description
        redirectURI = client.redirectURI
        challenge = client.challenge
        self.account = account.id.description
        self.session = session.description
        self.way = way
        self.isNewUser = isNewUser
        self.shown = shown
        mark = try reader.mark(account.id, in: account.app, endedBy: .all)
    }

    var endedBy: Set<Epoch> { .all }

    /// The code as it waits for its client.
    func record(in safe: FlowSafe, under code: Secret, at now: Date) throws(StorageError) -> FlowRecord {
        try safe.record(self, under: code, until: now.addingTimeInterval(Self.life))
    }

    func isFor(_ app: App, redirectURI: String, verifier: Secret) -> Bool {
        self.app.hasSameBytes(as: app.id.description) && self.redirectURI.hasSameBytes(as: redirectURI)
            && challenge.isMet(by: verifier)
    }
}

/// A code that was exchanged: remembered, because its second use means that somebody else has it.
struct UsedCode: FlowContent {
    static let stage = FlowRecord.Stage.usedCode
    static let memory: TimeInterval = 86_400
    /// Nothing can be had for it.
    var endedBy: Set<Epoch> { [] }
    var mark: AccountMark? { nil }

    let session: String
}

/// A registration form that is filled in for a client.
struct PendingRegistration: FlowContent {
    static let stage = FlowRecord.Stage.registering

    let app: String
    let client: ClientRequest
    let browser: Data

    /// There is no account yet.
    var endedBy: Set<Epoch> { [] }
    var mark: AccountMark? { nil }
}
