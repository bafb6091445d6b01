import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP

/// The Appwrite routes for sign-in as a guest, with a provider's token, and with a secret.
struct AppwriteSignInRoutes: Sendable {
    /// The parameter for Apple's authorization code, which allows revoking the consent when the account is deleted.
    /// Appwrite's clients do not know it.
    private static let appleCode = "authorizationCode"

    let signIn: SignInService
    let providers: ProviderService
    let linking: LinkingService
    let codes: CodeService
    let grants: GrantService
    let sentCodes: AppwriteCodes
    let door: AppwriteAuthenticator

    var routes: [Route] {
        [
            door.route(.POST, "/v1/account/sessions/anonymous", limitedBy: .guests, signInAnonymously),
            door.route(.POST, "/v1/account/sessions/id-token", limitedBy: .refusals, signInWithToken),
            door.route(.POST, "/v1/account/sessions/token", limitedBy: .refusals, signInWithSecret),
        ]
    }

    private func signInAnonymously(_ call: AppwriteRequest) async throws(AccountError) -> HTTPResponse {
        _ = try AppwriteBody(call)
        guard call.app.allowsAnonymous else { throw .appwrite(.methodUnsupported) }
        try await door.requireNoSession(call)
        return door.began(try await signIn.signInAnonymously(to: call.app, context: call.context), call)
    }

    /// Signs in with a provider's ID token.
    ///
    /// In a session, the identity is linked to the caller's account; a guest is upgraded and keeps the account. The
    /// nonce is the client's own, as in Appwrite's protocol, or a native challenge.
    private func signInWithToken(_ call: AppwriteRequest) async throws(AccountError) -> HTTPResponse {
        let body = try AppwriteBody(call, "provider", "idToken", "nonce", Self.appleCode)
        guard let provider = door.apps.provider(named: try body.text("provider")) else {
            throw .appwrite(
                .argument(
                    "provider", "Value must be one of (\(door.apps.providers.list(joinedBy: ", ")))"))
        }
        let nonce = try body.optionalText("nonce").map { Secret($0) }
        let name = try body.optionalText("name", greatest: 128)
        let caller = try await door.callerIfAny(call)
        let isOurs =
            nonce.map { providers.isValidNonce($0, for: call.app, session: caller?.session.id) } ?? false
        let (idToken, stated) = (
            try body.secret("idToken", greatest: 16_384), UnverifiedName(given: name, family: nil)
        )
        let code = try body.optionalText(Self.appleCode, greatest: 1_024).map { Secret($0) }
        let credential =
            isOurs
            ? ProviderCredential(provider: provider, idToken: idToken, nonce: nonce, code: code, statedName: stated)
            : ProviderCredential(
                provider: provider, idToken: idToken, vendorNonce: nonce, code: code, statedName: stated)
        guard let caller else {
            return door.began(
                try await signIn.signIn(with: credential, to: call.app, context: call.context), call)
        }
        let linked = try await linking.link(credential, to: caller, context: call.context)
        return door.began(linked.session, isNew: false, call)
    }

    /// Signs in with a secret from a browser's return, from the app's back end, or from a message to an email address
    /// or phone number.
    private func signInWithSecret(_ call: AppwriteRequest) async throws(AccountError) -> HTTPResponse {
        let body = try AppwriteBody(call, "userId", "secret")
        let (id, secret) = (try body.text("userId"), try body.secret("secret", greatest: 2_048))
        let code = PresentedCode.handle(id, secret, .signIn, [.email, .phone])
        if try await codes.hasPendingCode(code, of: call.app) { return try await sentCodes.signInWithCode(code, call) }
        // Linking in a browser yields a secret for the account of the caller's own session.
        let caller = try await door.callerIfAny(call)
        guard caller.map({ $0.session.account == AccountID(id) }) ?? true else { throw .appwrite(.sessionExists) }
        return door.began(
            try await grants.signIn(
                granted: secret, account: AccountID(id), to: call.app, replacing: caller?.session.id,
                context: call.context), call)
    }
}
