import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface
import SesameTokens
import SesameWire

/// The methods for sign-in with a provider's token.
struct FirebaseProviderMethods: Sendable {
    let signIn: SignInService
    let linking: LinkingService
    let door: FirebaseAuthenticator

    var methods: [FirebaseMethod] {
        [
            FirebaseMethod(
                name: "signInWithIdp", legacyName: "verifyAssertion", input: .credential,
                schema: Self.signInWithIdpSchema,
                handler: signInWithIdp)
        ]
    }

    static let signInWithIdpSchema = FirebaseSchema.client([
        "requestUri": .string, "postBody": .string, "returnIdpCredential": .bool, "idToken": .string,
        "autoCreate": .bool, "pendingToken": .string, "pendingIdToken": .string, "sessionId": .string,
    ])

    /// Handles `accounts:signInWithIdp`, which signs in with a provider's token, or links the provider's identity to
    /// the account of an ID token.
    func signInWithIdp(
        _ request: HTTPRequest, _ app: App, _ body: FirebaseBody
    ) async throws(AccountError) -> HTTPResponse {
        let response = try ProviderResponse(body, door.apps.providers)
        let context = request.context(in: app)
        do throws(AccountError) {
            guard let idToken = body.secret("idToken") else {
                let result = try await signIn.signIn(with: response.credential, to: app, context: context)
                let tokens = try await door.tokens(of: result.session, in: app)
                return .firebase(response.answer(tokens, isNewUser: result.isNew))
            }
            let caller = try await door.caller(idToken, of: app)
            let result = try await linking.link(response.credential, to: caller.caller, context: context)
            return .firebase(response.answer(try await door.tokens(of: result.session, in: app), isNewUser: false))
        } catch {
            if error.ofDomain?.secondFactor != nil { return try door.pending(error, response.frame) }
            if let refusal = error.ofDomain, let holder = refusal.holder {
                door.log.refused(refusal, request)
                return .firebase(response.answer(holder: holder, of: app))
            }
            // A client with `returnIdpCredential` receives the credential, to sign in to the other account.
            guard body.bool("returnIdpCredential"), let refusal = error.ofDomain, refusal.code == .credentialInUse
            else { throw error }
            door.log.refused(refusal, request)
            return .firebase(response.answer(error: error))
        }
    }
}

/// A provider's response, as forwarded by a client.
struct ProviderResponse: Sendable {
    let credential: ProviderCredential
    private var provider: Provider { credential.provider }

    /// Reads the provider's response from the form in `postBody`, and from the query and fragment of `requestUri`.
    /// Throws a Firebase error if the response has no known provider or no ID token.
    init(_ body: FirebaseBody, _ providers: ProviderDirectory) throws(AccountError) {
        let address = try body.required("requestUri", orElse: "MISSING_REQUEST_URI")
        guard let scheme = address.split(separator: ":", maxSplits: 1).first, scheme.utf8.count < address.utf8.count
        else { throw .firebase("INVALID_REQUEST_URI") }
        guard body.text("pendingToken") == nil, body.text("pendingIdToken") == nil else {
            throw .firebase("INVALID_PENDING_TOKEN", "pending tokens are not supported")
        }
        let parts =
            [body.text("postBody") ?? ""]
            + address.split(maxSplits: 2) { "?#".contains($0) }.dropFirst().map(String.init)
        guard let form = try? QueryParameters(formEncoded: Array(parts.joined(separator: "&").utf8)) else {
            throw .firebase("INVALID_IDP_RESPONSE", "the provider's response is not a valid form")
        }
        // Repeated parameters are refused, because parsers differ in which value they read.
        guard ["providerId", "id_token", "nonce", "user"].allSatisfy({ form.values($0).count < 2 }) else {
            throw .firebase("INVALID_IDP_RESPONSE", "the provider's response repeats a parameter")
        }
        guard let name = form["providerId"], !name.isEmpty else {
            throw .firebase(
                "INVALID_CREDENTIAL_OR_PROVIDER_ID",
                "Invalid IdP response/credential: \(form.isEmpty ? "empty" : "no providerId")")
        }
        guard let provider = providers.provider(firebaseName: name) else {
            throw .firebase("OPERATION_NOT_ALLOWED", "The identity provider configuration is not found.")
        }
        guard let idToken = form["id_token"], !idToken.isEmpty else {
            throw .firebase(
                "INVALID_IDP_RESPONSE", "the provider's ID token is required; its other tokens are not accepted")
        }
        let nonce = form["nonce"].flatMap { $0.isEmpty ? nil : Secret($0) }
        if nonce == nil, provider == .apple, Self.namesNonce(idToken) {
            throw .firebase("MISSING_OR_INVALID_NONCE", "the ID token contains a nonce, but the request does not")
        }
        credential = ProviderCredential(
            provider: provider, idToken: Secret(idToken), vendorNonce: nonce, statedName: Self.name(form["user"]))
    }

    /// Returns true if the token, which is not verified yet, contains a nonce.
    private static func namesNonce(_ token: String) -> Bool {
        (try? CompactJWS(parsing: token).claims().contains("nonce")) ?? false
    }

    /// Returns the name in Apple's `user` parameter, which Apple sends only at the user's first sign-in; nil if it is
    /// missing.
    private static func name(_ user: String?) -> UnverifiedName? {
        guard let user, let name = (try? JSONValue(parsing: Array(user.utf8)))?["name"] else { return nil }
        return UnverifiedName(given: name["firstName"]?.string, family: name["lastName"]?.string)
    }

    func answer(_ tokens: FirebaseTokens, isNewUser: Bool) -> JSONObject {
        let view = tokens.person.view
        let identity = view.identities.first { $0.provider == provider }
        let claims = identity?.claims ?? IdentityClaims()
        let subject = identity?.subject ?? ""
        var json = frame
        json["federatedId"] = .string(provider == .google ? "https://accounts.google.com/\(subject)" : subject)
        json["email"] = claims.email.map { .string($0) }
        json["emailVerified"] = .bool(claims.emailVerified)
        json["displayName"] = claims.nameToShow.map { .string($0) }
        json["fullName"] = claims.nameToShow.map { .string($0) }
        json["firstName"] = claims.givenName.map { .string($0) }
        json["lastName"] = claims.familyName.map { .string($0) }
        json["photoUrl"] = claims.photoURL.map { .string($0) }
        json["rawUserInfo"] = .string(String(decoding: rawUserInfo(subject, claims).serialized(), as: UTF8.self))
        if isNewUser { json["isNewUser"] = true }
        json.add(tokens)
        return json
    }

    /// Returns the response if another account has the email address: the id and sign-in methods of that account. The
    /// user may then sign in to that account and link the identity.
    func answer(holder: AccountRecord, of app: App) -> JSONObject {
        var json = frame
        json["needConfirmation"] = true
        json["localId"] = .string(holder.account.id.description)
        json["email"] = holder.claims.email.map { .string($0) }
        let methods = FirebaseSignInMethods(of: holder, app.firebase?.rules ?? FirebaseSignInPolicy())
        json["verifiedProvider"] = .array(methods.providers.map { .string($0) })
        return json
    }

    /// Returns the response for an error, with the credential that could not be used.
    func answer(error: AccountError) -> JSONObject {
        var json = frame
        json["errorMessage"] = .string(error.firebaseMessage)
        return json
    }

    /// The members of every response.
    var frame: JSONObject {
        [
            "kind": "identitytoolkit#VerifyAssertionResponse", "context": "",
            "providerId": .string(provider.firebaseName), "oauthIdToken": .string(credential.idToken.exposed),
        ]
    }

    /// Returns Google's scopes that match the identity's claims, separated by spaces. The email scope requires an
    /// address.
    private static func scopes(of claims: IdentityClaims) -> String {
        let base = "https://www.googleapis.com/auth/userinfo"
        return (["openid", "\(base).profile"] + (claims.email == nil ? [] : ["\(base).email"])).joined(separator: " ")
    }

    private func rawUserInfo(_ subject: String, _ claims: IdentityClaims) -> JSONObject {
        var info = JSONObject()
        info[provider == .google ? "id" : "sub"] = .string(subject)
        if provider == .google { info["granted_scopes"] = .string(Self.scopes(of: claims)) }
        info["email"] = claims.email.map { .string($0) }
        info[provider == .google ? "verified_email" : "email_verified"] = .bool(claims.emailVerified)
        info["name"] = claims.nameToShow.map { .string($0) }
        info["given_name"] = claims.givenName.map { .string($0) }
        info["family_name"] = claims.familyName.map { .string($0) }
        info["picture"] = claims.photoURL.map { .string($0) }
        return info
    }
}
