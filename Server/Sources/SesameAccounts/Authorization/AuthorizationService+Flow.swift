import Foundation
package import SesameCore
import SesameTokens

extension AuthorizationService {
    /// Begins a sign-in in a browser, and returns the parameters of the request to the provider. Nothing is stored, so
    /// an abandoned visit leaves no trace.
    ///
    /// - Parameters:
    ///   - language: The language chosen by the user, for the pages of later steps.
    ///   - browser: The value of the browser's cookie: only that browser can complete the sign-in.
    package func beginFlow(
        with provider: Provider, to app: App, for purpose: FlowPurpose, language: String? = nil, browser: Secret
    ) throws(AccountError) -> AuthorizationParameters {
        let flow = BrowserFlow(
            app: app.id, provider: provider, purpose: purpose, language: language,
            browser: Data(digest(browser.exposed.utf8)),
            expiresAt: environment.now.addingTimeInterval(BrowserFlow.lifetime), nonce: environment.randomSecret(),
            verifier: environment.randomSecret())
        guard let state = flowStates.seal(flow, random: environment.randomBytes(OAuthStateCipher.idLength)) else {
            throw AccountError(.internal, "the state of a sign-in cannot be encrypted")
        }
        return AuthorizationParameters(state: state, nonce: flow.nonce, challenge: CodeChallenge(of: flow.verifier))
    }

    /// Returns the flow that a provider's response belongs to; nil unless this server issued the state for the
    /// provider, and the state has neither expired nor been used.
    package func flow(of state: Secret, from provider: Provider) async throws(AccountError) -> BrowserFlow? {
        guard let flow = flowStates.open(state, at: environment.now), flow.provider == provider else { return nil }
        let key = digest(state.exposed.utf8)
        let isSpent = try await read { reader throws(StorageError) in try reader.flow(key) != nil }
        return isSpent ? nil : flow
    }

    /// Verifies the token received for a code, and stores the identity for the browser that began the sign-in.
    ///
    /// The flow is consumed whether the token is accepted or not, except if the provider's keys are unavailable. So the
    /// database stores rows only for a provider's responses.
    ///
    /// - Returns: The secret under which the identity is stored; nil if the flow was consumed meanwhile.
    package func handleCallback(
        _ tokens: ProviderTokens, for flow: BrowserFlow, to app: App, state: Secret, clientID: String,
        statedName: UnverifiedName?
    ) async throws(AccountError) -> Secret? {
        let verified: VerifiedIdentity
        do throws(AccountError) {
            verified = try await credentials.verify(
                tokens.idToken, from: flow.provider, clientID: clientID, nonce: .raw(flow.nonce.exposed),
                at: environment.now)
        } catch {
            providers.note(error, of: flow.provider)
            if error.code != .providerUnavailable {
                let spent = FlowRecord(spent: state, flow)
                _ = try await write { transaction throws(StorageError) in try transaction.spend(spent) }
            }
            throw error
        }
        let returned = CallbackIdentity(
            FilteredIdentity(verified, from: flow.provider, named: statedName, to: app), flow: flow,
            refreshToken: definitions[flow.provider]?.keepsConsents == true ? tokens.refreshToken : nil)
        return try await hold(returned, state: state)
    }

    /// Stores a verified identity, and returns the secret for it; nil if the flow was already consumed.
    func hold(_ returned: CallbackIdentity, state: Secret) async throws(AccountError) -> Secret? {
        let spent = FlowRecord(spent: state, returned.flow)
        let handle = environment.randomSecret()
        let expiresAt = min(environment.now.addingTimeInterval(CallbackIdentity.lifetime), returned.flow.expiresAt)
        let isFirst = try await write { [self] transaction throws(StorageError) in
            guard try transaction.spend(spent) else { return false }
            try transaction.insert(try flows.record(returned, under: handle, until: expiresAt))
            return true
        }
        return isFirst ? handle : nil
    }
}

extension FlowRecord {
    /// Creates the record of a used state. The record outlives the state, in case the clock is set back.
    fileprivate init(spent state: Secret, _ flow: BrowserFlow) {
        self.init(
            digest: SesameAccounts.digest(state.exposed.utf8), stage: .usedState, sealed: [],
            expiresAt: flow.expiresAt.addingTimeInterval(RuntimeEnvironment.maxSetback))
    }
}

extension StorageTransaction {
    /// Marks a flow as consumed. Returns false if the flow was consumed before.
    fileprivate func spend(_ flow: FlowRecord) throws(StorageError) -> Bool {
        do throws(StorageError) {
            try insert(flow)
            return true
        } catch {
            guard case .conflict = error else { throw error }
            return false
        }
    }
}
