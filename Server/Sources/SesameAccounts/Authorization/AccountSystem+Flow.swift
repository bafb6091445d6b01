import Foundation
public import SesameCore
import SesameTokens

extension AccountSystem {
    /// Begins a sign-in in a browser.
    ///
    /// - Parameter browser: The value of the browser's cookie: only that browser can finish.
    public func beginFlow(
        with provider: Provider, to app: App, for purpose: FlowPurpose, browser: Secret
    ) async throws(Refusal) -> FlowStart {
        let flow = BrowserFlow(
            app: app.id, provider: provider, purpose: purpose, browser: digest(browser.exposed.utf8),
            nonce: randomSecret(), verifier: randomSecret())
        let state = randomSecret()
        let expiresAt = environment.now.addingTimeInterval(BrowserFlow.life)
        try await write { transaction throws(StorageError) in
            try transaction.insert(try flows.record(flow, under: state, until: expiresAt))
        }
        return FlowStart(state: state, nonce: flow.nonce, challenge: CodeChallenge(of: flow.verifier))
    }

    /// Takes a sign-in that the provider has answered: once, in time, and only at the provider that it was begun with.
    public func takeFlow(_ state: Secret, from provider: Provider) async throws(Refusal) -> BrowserFlow? {
        let now = environment.now
        let key = digest(state.exposed.utf8)
        return try await write { transaction throws(StorageError) in
            guard let flow = try flows.open(try transaction.flow(key), as: BrowserFlow.self, at: now),
                flow.provider == provider
            else { return nil }
            try transaction.deleteFlow(key)
            return flow
        }
    }

    /// Verifies the token that a code was exchanged for, and lets the identity wait for the browser that began.
    ///
    /// - Returns: The secret under which it waits.
    public func receive(
        _ idToken: Secret, for flow: BrowserFlow, clientID: String, statedName: StatedName?
    ) async throws(Refusal) -> Secret {
        let verified = try await credentials.verify(idToken, of: flow, clientID: clientID, at: environment.now)
        let returned = ReturnedIdentity(verified, flow: flow, statedName: statedName)
        let handle = randomSecret()
        let expiresAt = environment.now.addingTimeInterval(BrowserFlow.life)
        try await write { transaction throws(StorageError) in
            try transaction.insert(try flows.record(returned, under: handle, until: expiresAt))
        }
        return handle
    }

    /// A new value that nobody can guess: 256 random bits.
    public func randomSecret() -> Secret {
        Secret(Base64URL.encode(environment.randomBytes(32)))
    }
}
