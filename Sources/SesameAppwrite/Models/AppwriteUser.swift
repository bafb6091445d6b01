import Foundation
import Sesame
import SesameCore
import SesameWire

/// Appwrite's model of a user, as far as it matters here.
struct AppwriteUser: Sendable {
    let id: String
    let name: String?
    let email: String?
    let phone: String?
    let creationDate: Date?
    let hasPassword: Bool
    /// True if a mail to the address has come back, as the code of a sign-in does.
    let isEmailVerified: Bool
    let isPhoneVerified: Bool

    /// Reads the model; nil when the id is missing.
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

    /// Returns the user. Appwrite has no word for a guest: it is somebody without any way back in.
    func info(_ identities: [AppwriteIdentity], signedInAt date: Date?) -> UserAuthInfo {
        var providers = identities.map(\.provider).reduce(into: [String]()) { providers, provider in
            if !providers.contains(where: { $0.hasSameBytes(as: provider) }) { providers.append(provider) }
        }
        if hasPassword { providers.append(SignInMethod.password.rawValue) }
        // An address beside a provider's identity may be the provider's word.
        if email != nil, isEmailVerified, providers.isEmpty { providers.append("email") }
        if phone != nil, isPhoneVerified { providers.append("phone") }
        return UserAuthInfo(
            uid: id, email: email, isAnonymous: isReachedByNobody && identities.isEmpty, creationDate: creationDate,
            lastSignInDate: date, displayName: name, providers: providers)
    }

    private var isReachedByNobody: Bool { email == nil && phone == nil && !hasPassword }
}

/// Appwrite's model of a provider's identity that an account has.
struct AppwriteIdentity: Sendable {
    let id: String
    let provider: String
    /// The person's id at the provider, where the server shows it.
    let subject: String?

    /// Reads the model; nil when something is missing that one needs.
    init?(_ json: JSONObject) {
        guard let id = json.text("$id"), let provider = json.text("provider") else { return nil }
        self.id = id
        self.provider = provider
        subject = json.text("providerUid")
    }
}
