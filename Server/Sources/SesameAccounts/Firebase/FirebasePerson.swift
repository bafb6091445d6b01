package import Foundation
package import SesameCore
import SesameWire

/// A session of Firebase's dialect with its person: what an ID token tells of them.
package struct FirebasePerson: Sendable {
    package let app: App
    /// The person's account.
    package let view: AccountView
    /// The details that no rule of a sign-in reads.
    package let details: AccountDetails
    package let session: Session
    /// The claims of a custom token, for this session.
    package let claims: JSONObject

    init(app: App, account: DetailedAccount, session: Session, claims: JSONObject) {
        self.app = app
        view = account.view
        details = account.details
        self.session = session
        self.claims = claims
    }

    /// The seconds that an ID token is valid.
    package static let tokenLife: TimeInterval = 3_600

    /// Names that neither a custom token nor an operator may claim anything under.
    /// https://firebase.google.com/docs/auth/admin/custom-claims
    package static let reservedClaims = [
        "acr", "amr", "at_hash", "aud", "auth_time", "azp", "cnf", "c_hash", "exp", "firebase", "iat", "iss", "jti",
        "nbf", "nonce", "sub",
    ]

    /// Claims that identify a person. Only the server states them, also where it has nothing to state.
    static let ownClaims = ["email", "email_verified", "phone_number", "provider_id", "user_id"]

    /// The payload of an ID token. Reserved names are written last, and over anything else of that name.
    func payload(of settings: FirebaseSettings, issuer: String, from start: Date, for life: TimeInterval) -> JSONObject
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
        payload["exp"] = .integer(start.secondsSince1970 + Int(life))
        if let email = shown.email {
            payload["email"] = .string(email)
            payload["email_verified"] = .bool(shown.emailVerified)
        }
        if let phone = view.login(.phone) { payload["phone_number"] = .string(phone.name) }
        if session.method == .anonymous { payload["provider_id"] = .string(session.method.firebaseName) }
        var own: JSONObject = [
            "identities": .object(identities), "sign_in_provider": .string(session.method.firebaseName),
        ]
        if let shown = session.secondFactor.shown, let id = shown.id {
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
    /// The provider's name in Firebase's dialect. Whom Firebase has no name for is an OpenID Connect provider of the
    /// project's (https://cloud.google.com/identity-platform/docs/web/oidc).
    package var firebaseName: String {
        switch self {
        case .apple: "apple.com"
        case .google: "google.com"
        default: "oidc.\(rawValue)"
        }
    }
}

extension Provider {
    /// The provider of that name in Firebase's dialect, whether the server knows it or not.
    package init?(firebaseName name: String) {
        let known = name.hasPrefix("oidc.") ? name.dropFirst(5) : name.hasSuffix(".com") ? name.dropLast(4) : ""
        guard let provider = Provider(rawValue: String(known)), provider.firebaseName.hasSameBytes(as: name) else {
            return nil
        }
        self = provider
    }
}

extension ProviderDirectory {
    /// The provider of that name in Firebase's dialect.
    package func provider(firebaseName name: String) -> Provider? {
        all.map(\.provider).first { $0.firebaseName.hasSameBytes(as: name) }
    }
}

extension SignInMethod {
    /// `sign_in_provider` of sessions that began so.
    package var firebaseName: String {
        switch self {
        case .emailLink: "password"
        default: provider?.firebaseName ?? rawValue
        }
    }
}
