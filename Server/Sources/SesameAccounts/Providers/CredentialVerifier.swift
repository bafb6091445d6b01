import Foundation
package import SesameCore
package import SesameTokens

/// A provider's ID token, with the nonce, authorization code and name that the client sent beside the token.
package struct ProviderCredential: Sendable {
    package let provider: Provider
    package let idToken: Secret
    /// The nonce that the server issued to the client; nil if the client generates its nonces itself.
    package let nonce: Secret?
    /// The nonce of a Firebase or Appwrite client, which generates it itself; nil in the native API.
    let vendor: ClientNonce?
    /// The authorization code that the provider returned to the app beside the token; nil if the client sent none.
    package let code: Secret?
    /// The unverified name that the client sent beside the token.
    package let statedName: UnverifiedName?

    package init(
        provider: Provider, idToken: Secret, nonce: Secret?, code: Secret? = nil, statedName: UnverifiedName? = nil
    ) {
        self.provider = provider
        self.idToken = idToken
        self.nonce = nonce
        vendor = nil
        self.code = code
        self.statedName = statedName
    }

    /// Creates a credential from a Firebase or Appwrite client. Such a client generates the nonce itself, if it uses
    /// one, so the nonce binds the token only to that client's request. The server accepts the token only once and
    /// while it is fresh.
    package init(
        provider: Provider, idToken: Secret, vendorNonce: Secret?, code: Secret? = nil,
        statedName: UnverifiedName? = nil
    ) {
        self.provider = provider
        self.idToken = idToken
        nonce = nil
        vendor = ClientNonce(nonce: vendorNonce)
        self.code = code
        self.statedName = statedName
    }
}

/// The nonce of a client that generates its nonces itself, or uses none.
struct ClientNonce: Sendable {
    /// The nonce that the client generated; nil if the client uses none.
    let nonce: Secret?
}

/// A verifier of providers' ID tokens, by the client ids and nonce forms that each app is configured for.
package struct CredentialVerifier: Sendable {
    private let verifiers: [Provider: IssuerVerifier]

    /// Creates a verifier for the given providers; tokens of other providers are refused.
    ///
    /// - Parameter development: The verifiers of the development providers that are used besides the real ones.
    package init(
        _ verifiers: [Provider: ProviderTokenVerifier], development: [Provider: ProviderTokenVerifier] = [:]
    ) {
        self.verifiers = Dictionary(
            uniqueKeysWithValues: verifiers.map { provider, verifier in
                (provider, IssuerVerifier(vendor: verifier, development: development[provider]))
            })
    }

    func verify(
        _ credential: ProviderCredential, for app: App, at now: Date
    ) async throws(AccountError) -> VerifiedIdentity {
        guard let settings = app.providers[credential.provider], let verifier = verifiers[credential.provider] else {
            throw AccountError(.providerRequired, "the app does not offer sign-in with \(credential.provider.rawValue)")
        }
        let age: TimeInterval = credential.nonce == nil ? UsedToken.maxAge : 86_400
        let nonce = credential.nonce ?? credential.vendor?.nonce
        let expectation = IDTokenExpectation(
            audiences: settings.clientIDs, nonce: settings.defaultNonceForm.expectation(for: nonce),
            nonceByClient: settings.nonceForms.mapValues { $0.expectation(for: nonce) },
            maxAge: .seconds(age))
        do throws(TokenError) {
            return try await verifier.verify(credential.idToken.exposed, expecting: expectation, now: now)
        } catch {
            throw AccountError(error)
        }
    }

    /// Verifies an ID token that the provider issued to the server in exchange for a client's authorization code.
    func verify(
        _ idToken: Secret, from provider: Provider, clientID: String, nonce: NonceExpectation, at now: Date
    ) async throws(AccountError) -> VerifiedIdentity {
        guard let verifier = verifiers[provider] else {
            throw AccountError(.providerRequired, "the server does not offer sign-in with \(provider.rawValue)")
        }
        let expectation = IDTokenExpectation(
            audiences: [clientID], nonce: nonce, maxAge: .seconds(UsedToken.maxAge))
        do throws(TokenError) {
            return try await verifier.verify(idToken.exposed, expecting: expectation, now: now)
        } catch {
            throw AccountError(error)
        }
    }
}

extension NonceForm {
    fileprivate func expectation(for nonce: Secret?) -> NonceExpectation {
        nonce.map { expectation(for: $0.exposed) } ?? .none
    }
}

extension ProviderService {
    /// Emits a metrics event if the refusal was caused by the verification of a provider's token.
    func note(_ refusal: AccountError, of provider: Provider) {
        if let rejection = refusal.rejection { observe(.tokenRejected(provider, rejection)) }
    }
}

extension AccountError {
    init(_ error: TokenError) {
        defer { rejection = error.reason }
        switch error.reason {
        case .nonce: self.init(.invalidNonce, error.message)
        case .keysUnavailable:
            self.init(
                .providerUnavailable, "the provider's keys cannot be fetched",
                retryAfter: error.retryAfter.map { Int($0.components.seconds) + 1 } ?? 30)
        default: self.init(.invalidToken, error.message)
        }
    }
}
