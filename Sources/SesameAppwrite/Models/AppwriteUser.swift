import Foundation
import Sesame
import SesameCore
import SesameWire

/// The members of Appwrite's user model that this library uses.
struct AppwriteUser: Sendable {
    let id: String
    let name: String?
    let email: String?
    let phone: String?
    let creationDate: Date?
    let hasPassword: Bool
    /// True if the user has verified the email address, for example by a sign-in code sent to it.
    let isEmailVerified: Bool
    let isPhoneVerified: Bool

    /// Parses the model; returns nil if the id is missing.
    init?(_ json: JSONObject) {
        guard let id = json.text("$id") else { return nil }
        self.id = id
        name = json.text("name")
        email = json.text("email")
        phone = json.text("phone")
        creationDate = (json.text("registration") ?? json.text("$createdAt")).flatMap { Date(appwrite: $0) }
        hasPassword = json.text("passwordUpdate") != nil
        isEmailVerified = json["emailVerification"]?.bool == true
        isPhoneVerified = json["phoneVerification"]?.bool == true
    }

    /// Returns the user with the given identities. A user without an email address, phone number, password or identity
    /// counts as a guest, because Appwrite has no flag for guests.
    func info(_ identities: [AppwriteIdentity], signedInAt date: Date?) -> UserAuthInfo {
        var providers = identities.map(\.provider).reduce(into: [String]()) { providers, provider in
            if !providers.contains(where: { $0.hasSameBytes(as: provider) }) { providers.append(provider) }
        }
        if hasPassword { providers.append(SignInMethod.password.rawValue) }
        // If the account has a provider's identity, the address may come from the provider.
        if email != nil, isEmailVerified, providers.isEmpty { providers.append("email") }
        if phone != nil, isPhoneVerified { providers.append("phone") }
        return UserAuthInfo(
            uid: id, email: email, isAnonymous: isReachedByNobody && identities.isEmpty, creationDate: creationDate,
            lastSignInDate: date, displayName: name, providers: providers)
    }

    private var isReachedByNobody: Bool { email == nil && phone == nil && !hasPassword }
}

/// The model of an Appwrite account's linked identity.
struct AppwriteIdentity: Sendable {
    let id: String
    let provider: String
    /// The user's id at the provider; nil if the server does not show it.
    let subject: String?

    /// Parses the model; returns nil if a required member is missing.
    init?(_ json: JSONObject) {
        guard let id = json.text("$id"), let provider = json.text("provider") else { return nil }
        self.id = id
        self.provider = provider
        subject = json.text("providerUid")
    }
}
