import Foundation
import SesameCore
import SesameTokens

/// The payload of a job that revokes a consent at its provider: the encrypted token that the server no longer uses.
struct ConsentRevocation: Codable, Sendable {
    /// The delay, in seconds, before the consent of a refused request is revoked. In this time the user can send a
    /// corrected request; an earlier revocation would make the provider ask the user for the consent again.
    static let patience: TimeInterval = 60 * 60
    /// The number of failed attempts after which the server gives up; they take more than three weeks. From then on
    /// only the user can revoke the consent.
    static let maxFailures = 100

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

    /// Decodes a job's payload; throws if it is invalid.
    init(_ job: Job) throws {
        self = try JSONDecoder().decode(Self.self, from: Data(job.payload))
    }

    /// The encrypted token; nil only if the payload is invalid.
    var token: SealedProviderToken? {
        AppID(app).map {
            SealedProviderToken(app: $0, provider: provider, subject: subject, clientID: clientID, sealed: sealed)
        }
    }

    /// Returns the job that revokes the consent. No two encrypted tokens have the same bytes, so each has its own job.
    func job(dueAt: Date) throws(StorageError) -> Job {
        guard let payload = try? JSONEncoder().encode(self) else { throw .corrupt("a revocation cannot be encoded") }
        return Job(
            kind: .revokeConsent, destination: provider.rawValue, key: Base64URL.encode(digest(sealed)),
            payload: Array(payload), dueAt: dueAt)
    }
}

extension StorageTransaction {
    /// Queues the revocation of an identity's consents at its provider, before the identity is removed.
    func revokeConsents(of identity: Identity, at now: Date) throws(StorageError) {
        for token in try providerTokens(of: identity) {
            try insert(try ConsentRevocation(token).job(dueAt: now))
        }
    }

    /// Queues the revocation of the consent that came with a refused request, after ``ConsentRevocation/patience``. The
    /// revocation is skipped if an identity uses the consent by then.
    func abandon(_ token: SealedProviderToken?, at now: Date) throws(StorageError) {
        guard let token else { return }
        try insert(try ConsentRevocation(token).job(dueAt: now.addingTimeInterval(ConsentRevocation.patience)))
    }
}

extension ProviderService {
    /// Revokes a job's consent at its provider; does nothing if an identity uses the consent again, or after
    /// ``ConsentRevocation/maxFailures`` failures. Throws if the revocation fails, so that the job is retried.
    func revokeConsent(_ job: Job) async throws {
        guard let codes, job.failures < ConsentRevocation.maxFailures,
            let token = try ConsentRevocation(job).token
        else { return }
        let isBound = try await storage.read { reader throws(StorageError) in
            try reader.identity(token.provider, subject: token.subject, in: token.app) != nil
        }
        guard !isBound else { return }
        try await codes.revoke(try providerTokens.open(token), kept: token, at: environment.now)
    }
}
