import Foundation
import SesameCore
import SesameTokens

/// The revocation of a consent at a provider that the server no longer uses: the encrypted token, as the outbox stores
/// it.
struct ConsentRevocation: Codable, Sendable {
    /// The number of seconds in which a rejected user can send a corrected request. An earlier revocation would make
    /// the provider ask the user for the consent again.
    static let patience: TimeInterval = 60 * 60
    /// The maximum number of failures, over more than three weeks. After them, only the user can revoke the consent.
    static let greatestFailures = 100

    private let app: String
    private let provider: Provider
    private let subject: String
    private let clientID: String
    private let sealed: [UInt8]

    init(_ token: SealedProviderToken) {
        app = token.app.description
        provider = token.provider
        subject = token.subject
        clientID = token.clientID
        sealed = token.sealed
    }

    /// Reads a job's payload.
    init(_ job: Job) throws {
        self = try JSONDecoder().decode(Self.self, from: Data(job.payload))
    }

    /// The token; nil only for an invalid payload.
    var token: SealedProviderToken? {
        AppID(app).map {
            SealedProviderToken(app: $0, provider: provider, subject: subject, clientID: clientID, sealed: sealed)
        }
    }

    /// Returns the job that revokes the consent. No two encrypted tokens have the same bytes, so each has its own job.
    func job(dueAt: Date) throws(StorageError) -> Job {
        guard let payload = try? JSONEncoder().encode(self) else { throw .corrupt("a revocation cannot be encoded") }
        return Job(kind: .revokeConsent, key: Base64URL.encode(digest(sealed)), payload: Array(payload), dueAt: dueAt)
    }
}

extension StorageTransaction {
    /// Queues the revocation of the consents of an identity that is about to be removed.
    func revokeConsents(of identity: Identity, at now: Date) throws(StorageError) {
        for token in try providerTokens(of: identity) {
            try insert(try ConsentRevocation(token).job(dueAt: now))
        }
    }

    /// Queues the revocation of the consent from a refused request, due after ``ConsentRevocation/patience``. It is
    /// skipped if an identity uses the consent by then.
    func abandon(_ token: SealedProviderToken?, at now: Date) throws(StorageError) {
        guard let token else { return }
        try insert(try ConsentRevocation(token).job(dueAt: now.addingTimeInterval(ConsentRevocation.patience)))
    }
}

extension ProviderService {
    /// Revokes a consent at its provider, unless an identity uses it again.
    func revokeConsent(_ job: Job) async throws {
        guard let codes, job.failures < ConsentRevocation.greatestFailures,
            let token = try ConsentRevocation(job).token
        else { return }
        let isBound = try await storage.read { reader throws(StorageError) in
            try reader.identity(token.provider, subject: token.subject, in: token.app) != nil
        }
        guard !isBound else { return }
        try await codes.revoke(try providerTokens.open(token), kept: token, at: environment.now)
    }
}
