import Foundation
import SesameCore
import SesameWire

/// An authorization code for a client, exchanged for a new session. It is bound to the client, its redirect URI, its
/// PKCE challenge and the sign-in method, and becomes invalid if the account loses that method.
struct AuthorizationCodeGrant: FlowPayload {
    static let stage = FlowRecord.Stage.code
    /// The lifetime of a code, in seconds.
    static let lifetime: TimeInterval = 60

    let app: String
    let redirectURI: String
    let challenge: CodeChallenge
    let account: String
    let session: String
    let way: UsedAuthenticationMethod
    let isNewUser: Bool
    /// The second factor that the user has presented in the browser.
    var shown: VerifiedFactor?
    let mark: AccountMark?

    /// Creates a code for a client after the user has signed in.
    ///
    /// - Parameter shown: The second factor that the user has presented.
    init(
        _ client: ClientRequest, _ account: Account, session: SessionID, by way: UsedAuthenticationMethod,
        isNewUser: Bool,
        shown: VerifiedFactor? = nil, _ reader: any StorageReader
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

    /// Returns the encrypted record of the code, which expires after ``lifetime``.
    func record(in cipher: FlowRecordCipher, under code: Secret, at now: Date) throws(StorageError) -> FlowRecord {
        try cipher.record(self, under: code, until: now.addingTimeInterval(Self.lifetime))
    }

    func isFor(_ app: App, redirectURI: String, verifier: Secret) -> Bool {
        self.app.hasSameBytes(as: app.id.description) && self.redirectURI.hasSameBytes(as: redirectURI)
            && challenge.isMet(by: verifier)
    }
}

/// The record of an exchanged code, kept for a day: a second use means that the code was stolen.
struct RedeemedCode: FlowPayload {
    static let stage = FlowRecord.Stage.usedCode
    static let memory: TimeInterval = 86_400
    /// The epochs that void the record; none, because the record gives no access.
    var endedBy: Set<Epoch> { [] }
    var mark: AccountMark? { nil }

    let session: String
}

/// A client's browser sign-in that waits for the user's registration form.
struct PendingRegistration: FlowPayload {
    static let stage = FlowRecord.Stage.registering

    let app: String
    let client: ClientRequest
    let browser: Data

    /// The epochs that void the form; none, because no account exists yet.
    var endedBy: Set<Epoch> { [] }
    var mark: AccountMark? { nil }
}
