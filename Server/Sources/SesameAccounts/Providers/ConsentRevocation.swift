import Foundation
import SesameCore
import SesameTokens

/// A consent that was given to us at a provider, and nothing of ours may stand on any more: its token, still sealed, as
/// the outbox keeps it.
struct ConsentRevocation: Codable, Sendable {
    /// The seconds that a rejected user has for a better request. If their consent were revoked before, the provider
    /// would ask them for all of it again.
    static let patience: TimeInterval = 60 * 60
    /// After so many failures, more than three weeks, nobody can take the consent back but the person.
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

    /// The token; nil only for what nobody wrote.
    var token: SealedProviderToken? {
        AppID(app).map {
            SealedProviderToken(app: $0, provider: provider, subject: subject, clientID: clientID, sealed: sealed)
        }
    }

    /// The job that takes the consent back. No two sealed tokens are the same bytes, so each has its own.
    func job(dueAt: Date) throws(StorageError) -> Job {
        guard let payload = try? JSONEncoder().encode(self) else { throw .corrupt("a revocation cannot be written") }
        return Job(kind: .revokeConsent, key: Base64URL.encode(digest(sealed)), payload: Array(payload), dueAt: dueAt)
    }
}

extension StorageTransaction {
    /// Has the consents behind an identity taken back, which is about to be removed.
    func revokeConsents(of identity: Identity, at now: Date) throws(StorageError) {
        for token in try providerTokens(of: identity) {
            try insert(try ConsentRevocation(token).job(dueAt: now))
        }
    }

    /// Has the consent taken back that came with a refused request, unless it has found an identity by then.
    func abandon(_ token: SealedProviderToken?, at now: Date) throws(StorageError) {
        guard let token else { return }
        try insert(try ConsentRevocation(token).job(dueAt: now.addingTimeInterval(ConsentRevocation.patience)))
    }
}

extension ProviderService {
    /// Takes a consent back at its provider. One that an identity stands on again stays.
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
