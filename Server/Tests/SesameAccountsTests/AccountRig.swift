import Foundation
import SesameCore
import SesameSQLite
import Testing

@testable import SesameAccounts

/// A test system with one app, and the helpers that the password rig and the second-factor rig share.
protocol AccountRig {
    var storage: TestStorage { get }
    var accounts: Services { get }
    var app: App { get }
}

extension AccountRig {
    func caller(_ token: Secret) async throws -> Caller {
        try await accounts.sessions.authenticate(token, app: app, apps: AppDirectory([app]))
    }

    /// Returns the caller of a session, authenticated with a new access token.
    func caller(in session: Session) async throws -> Caller {
        try await caller(try accounts.sessions.tokens(for: session, in: AppDirectory([app])).accessToken)
    }

    /// Delivers the due messages of the outbox in order, so that the last message is the latest requested. The server
    /// has a queue for emails and one for text messages.
    func deliver() async throws {
        while var job = try await nextMessage() {
            do {
                try await accounts.messages.deliverMessage(job)
                try await storage.engine.write { [id = job.id] transaction throws(StorageError) in
                    try transaction.deleteJob(id)
                }
            } catch let retry as JobRetryRequest {
                job.dueAt = retry.until
                try await storage.engine.write { [job] transaction throws(StorageError) in
                    try transaction.update(job)
                }
            }
        }
    }

    private func nextMessage() async throws -> Job? {
        let now = storage.clock.now
        return try await storage.engine.read { reader throws(StorageError) in
            let emails = try reader.dueJobs(in: JobQueueID(.sendEmail), at: now, limit: 1)
            let texts = try reader.dueJobs(in: JobQueueID(.sendSMS), at: now, limit: 1)
            return (emails + texts).min { ($0.dueAt, $0.id) < ($1.dueAt, $1.id) }
        }
    }

    func events(of account: AccountID) async throws -> [SecurityEvent.Kind] {
        let id = app.id
        return try await storage.engine.read { reader throws(StorageError) in
            try reader.events(of: account, in: id, limit: 100)
        }.map(\.kind).reversed()
    }

    func refusal(_ work: () async throws -> Void) async throws -> AccountError? {
        do {
            try await work()
            return nil
        } catch let refusal as AccountError {
            return refusal
        }
    }

    /// Returns the code that an authenticator app with the given secret shows, now or `seconds` later.
    func code(_ secret: Secret, later seconds: TimeInterval = 0) throws -> Secret {
        let alphabet = Array(Base32.rfc4648)
        var (bytes, buffer, bits) = ([UInt8](), UInt32(0), 0)
        for letter in secret.exposed.utf8 {
            buffer = buffer << 5 | UInt32(try #require(alphabet.firstIndex(of: letter)))
            bits += 5
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bits)))
            }
        }
        let step = TOTP.step(at: storage.clock.now.addingTimeInterval(seconds))
        return Secret(TOTP(secret: bytes).code(atStep: step))
    }

    /// Adds an authenticator app, advances the clock to the next code, and returns the app's secret.
    func addApp(to caller: Caller) async throws -> Secret {
        let begun = try await accounts.secondFactors.startFactorEnrollment(
            .totp, of: caller, context: RequestContext(requestID: "test"))
        let secret = try #require(begun.secret).text
        _ = try await accounts.secondFactors.finishFactorEnrollment(
            .totp, with: try code(secret), of: caller, context: RequestContext(requestID: "test"))
        storage.clock.advance(by: 30)
        return secret
    }

    /// Returns true if the caller's session has ended or no longer exists.
    func isOut(_ caller: Caller) async throws -> Bool {
        try await storage.engine.read { reader throws(StorageError) in
            try reader.sessionState(caller.session.id)
        }.map { !$0.session.isLive(at: storage.clock.now) } ?? true
    }
}

extension SignIn {
    func tokens(_ accounts: Services) throws(AccountError) -> SessionTokens {
        try accounts.sessions.tokens(for: session, in: AppDirectory([]))
    }
}

extension LinkResult {
    func tokens(_ accounts: Services) throws(AccountError) -> SessionTokens {
        try accounts.sessions.tokens(for: session, in: AppDirectory([]))
    }
}
