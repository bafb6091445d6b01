package import Foundation
package import SesameCore
import SesameWire

/// A session in Firebase's protocol with its user, as described in an ID token.
package struct FirebaseUserSession: Sendable {
    package let app: App
    /// The user's account with its sign-in methods.
    package let view: AccountRecord
    /// The account's metadata, such as the operator's custom claims.
    package let details: AccountMetadata
    package let session: Session
    /// The claims of the custom token that began the session; empty after any other sign-in.
    package let claims: JSONObject

    init(app: App, account: AccountWithMetadata, session: Session, claims: JSONObject) {
        self.app = app
        view = account.view
        details = account.details
        self.session = session
        self.claims = claims
    }

    /// The lifetime of an ID token, in seconds.
    package static let tokenLifetime: TimeInterval = 3_600

    /// The reserved claim names, which neither a custom token nor an operator may use.
    /// https://firebase.google.com/docs/auth/admin/custom-claims
    package static let reservedClaims = [
        "acr", "amr", "at_hash", "aud", "auth_time", "azp", "cnf", "c_hash", "exp", "firebase", "iat", "iss", "jti",
        "nbf", "nonce", "sub",
    ]

    /// The claims that identify a user. Only the server sets them, and custom claims may not set them even if the
    /// server has no value.
    static let ownClaims = ["email", "email_verified", "phone_number", "provider_id", "user_id"]

    /// Returns the payload of an ID token or session cookie. Custom claims may replace `name` and `picture`, but no
    /// other claim of the server.
    func payload(of settings: FirebaseSettings, issuer: String, from start: Date, for lifetime: TimeInterval)
        -> JSONObject
    {
        let shown = view.claims
        let uid = JSONValue.string(view.account.id.description)
        var payload = JSONObject()
        payload["name"] = (details.displayName ?? shown.nameToShow).map { .string($0) }
        payload["picture"] = (details.photoURL ?? shown.photoURL).map { .string($0) }
        for claim in details.claims.members + claims.members { payload[claim.name] = claim.value }
        for name in Self.ownClaims { payload[name] = nil }
        payload["iss"] = .string(issuer)
        payload["aud"] = .string(settings.projectID)
        payload["auth_time"] = .integer(session.authTime.secondsSince1970)
        payload["user_id"] = uid
        payload["sub"] = uid
        payload["iat"] = .integer(start.secondsSince1970)
        payload["exp"] = .integer(start.secondsSince1970 + Int(lifetime))
        if let email = shown.email {
            payload["email"] = .string(email)
            payload["email_verified"] = .bool(shown.emailVerified)
        }
        if let phone = view.login(.phone) { payload["phone_number"] = .string(phone.name) }
        if session.method == .anonymous { payload["provider_id"] = .string(session.method.firebaseName) }
        var own: JSONObject = [
            "identities": .object(identities), "sign_in_provider": .string(session.method.firebaseName),
        ]
        if let shown = session.secondFactor.verified, let id = shown.id {
            own["sign_in_second_factor"] = .string(shown.kind.rawValue)
            own["second_factor_identifier"] = .string(id)
        }
        own["tenant"] = settings.tenant.map { .string($0) }
        payload["firebase"] = .object(own)
        return payload
    }

    private var identities: JSONObject {
        var identities = JSONObject()
        for identity in view.identities {
            let name = identity.provider.firebaseName
            identities[name] = .array((identities[name]?.array ?? []) + [.string(identity.subject)])
        }
        identities["email"] = view.claims.email.map { [.string($0)] }
        identities["phone"] = view.login(.phone).map { [.string($0.name)] }
        return identities
    }
}

extension Provider {
    /// The provider's name in Firebase's protocol. A provider without a Firebase name is an OpenID Connect provider of
    /// the project (https://cloud.google.com/identity-platform/docs/web/oidc).
    package var firebaseName: String {
        switch self {
        case .apple: "apple.com"
        case .google: "google.com"
        default: "oidc.\(rawValue)"
        }
    }
}

extension Provider {
    /// Creates the provider with the given name in Firebase's protocol, even if the server does not support the
    /// provider; nil if no provider can have the name.
    package init?(firebaseName name: String) {
        let known = name.hasPrefix("oidc.") ? name.dropFirst(5) : name.hasSuffix(".com") ? name.dropLast(4) : ""
        guard let provider = Provider(rawValue: String(known)), provider.firebaseName.hasSameBytes(as: name) else {
            return nil
        }
        self = provider
    }
}

extension ProviderDirectory {
    /// Returns the provider with the given name in Firebase's protocol; nil if the name is unknown.
    package func provider(firebaseName name: String) -> Provider? {
        all.map(\.provider).first { $0.firebaseName.hasSameBytes(as: name) }
    }
}

extension AuthenticationMethod {
    /// The `sign_in_provider` of sessions with this sign-in method.
    package var firebaseName: String {
        switch self {
        case .emailLink: "password"
        default: provider?.firebaseName ?? rawValue
        }
    }
}
