import Foundation
package import Logging
import SesameAccounts
import SesameCore
package import SesameSurface
import SesameTokens

/// The exchange of authorization codes from Apple's native sheet, for apps whose team key the server has.
package struct AppleCodeExchange: ProviderCodeExchange {
    private let exchange: ProviderOAuthClient
    private let teams: [AppID: AppleTeam]
    private let developmentServices: DevelopmentServices?
    private let logger: Logger

    /// Creates the exchange. Logs a warning for apps that offer Apple without a key, because their users' consent at
    /// Apple cannot be revoked.
    package init(_ exchange: ProviderOAuthClient, _ configuration: ServerConfiguration, logger: Logger) {
        self.exchange = exchange
        teams = configuration.appleTeams
        developmentServices = configuration.developmentServices
        self.logger = logger
        for app in configuration.apps.apps.values where app.providers[.apple] != nil && teams[app.id] == nil {
            logger.warning(
                "Apple's authorization codes are not exchanged: the app has no teamID, keyID and keyFile",
                metadata: ["app": .string(app.id.description)])
        }
    }

    /// Returns true if the server can exchange the identity's authorization code: the app has a team key and, if a
    /// development provider runs beside the real Apple, the identity is the development provider's.
    func serves(_ identity: VerifiedIdentity, from provider: Provider, of app: AppID) -> Bool {
        provider == .apple && teams[app] != nil && serves(identity.isMarkedAsDevelopment)
    }

    private func serves(_ isMarkedAsDevelopment: Bool) -> Bool {
        developmentServices?.role != .additional || isMarkedAsDevelopment
    }

    func tokens(
        for code: Secret, from provider: Provider, of app: AppID, clientID: String, at now: Date
    ) async throws(AccountError) -> ProviderTokens {
        guard provider == .apple, let team = teams[app] else {
            throw AccountError(.internal, "the app has no key for authorization codes of \(provider.rawValue)")
        }
        do throws(AccountError) {
            return try await exchange.tokens(
                forNative: code, of: team, clientID: clientID,
                at: developmentServices?.providers[.apple]?.addresses ?? .apple, now: now)
        } catch {
            if error.code != .invalidToken { note(error, app) }
            throw error
        }
    }

    /// Revokes the user's consent at Apple. Does nothing if the app has no team key, or for a token of the real Apple
    /// while a development provider runs in addition to it. Users can then revoke their consent in their settings at
    /// Apple.
    func revoke(_ token: Secret, kept: SealedProviderToken, at now: Date) async throws(AccountError) {
        guard kept.provider == .apple, let team = teams[kept.app], serves(kept.isMarkedAsDevelopment) else {
            return
        }
        try await exchange.revoke(
            token, of: team, clientID: kept.clientID, at: developmentServices?.providers[.apple]?.addresses ?? .apple,
            now: now)
    }

    /// Logs a failed exchange, because the sign-in continues and the operator would not notice.
    private func note(_ refusal: AccountError, _ app: AppID) {
        logger.log(
            level: refusal.code == .internal ? .error : .warning, "Apple authorization code not exchanged",
            metadata: [
                "app": .string(app.description), "reason": .string(refusal.reason),
                "diagnosis": .string(refusal.diagnosis ?? "none"),
            ])
    }
}
