public import SesameCore

/// The body of `POST /v1/sign-in/password`.
public struct PasswordSignInRequest: WireBody {
    /// The address.
    public let email: String
    /// The password.
    public let password: Secret
    /// The role that the user signs in with, in apps with roles; refused if the account has another role.
    public let role: String?

    /// Creates a request with these members.
    public init(email: String, password: Secret, role: String? = nil) {
        self.email = email
        self.password = password
        self.role = role
    }

    /// Parses the request; throws if a member is missing or invalid.
    public init(json: JSONObject) throws(BodyError) {
        email = try json.string("email")
        password = try json.secret("password")
        role = try json.optionalString("role")
    }

    /// The request as a JSON object.
    public var json: JSONObject {
        var json: JSONObject = ["email": .string(email), "password": .string(password.exposed)]
        json.set("role", role)
        return json
    }
}

/// The body of `POST /v1/sign-up/password` and `POST /v1/me/password`: an address and a password for a new account or
/// for the caller's account.
public struct PasswordSignUpRequest: WireBody {
    /// The address, the password and, in apps with roles, the role.
    public let credential: PasswordSignInRequest
    /// The initial profile fields of a new account, or of a guest's account that is kept. They must be empty for any
    /// other user.
    public let profile: JSONObject

    /// Creates a request with these members.
    public init(credential: PasswordSignInRequest, profile: JSONObject = [:]) {
        self.credential = credential
        self.profile = profile
    }

    /// Parses the request; throws if a member is missing or invalid.
    public init(json: JSONObject) throws(BodyError) {
        credential = try PasswordSignInRequest(json: json)
        profile = try json.optionalObject("profile") ?? [:]
    }

    /// The request as a JSON object, with the profile beside the credential's members.
    public var json: JSONObject {
        var json = credential.json
        if !profile.members.isEmpty { json["profile"] = .object(profile) }
        return json
    }
}

/// The body of `PUT /v1/me/password`.
public struct PasswordChangeRequest: WireBody {
    /// The new password.
    public let password: Secret
    /// The current password; if nil, the sign-in must be recent.
    public let currentPassword: Secret?

    /// Creates a request with these members.
    public init(password: Secret, currentPassword: Secret? = nil) {
        self.password = password
        self.currentPassword = currentPassword
    }

    /// Parses the request; throws if a member is missing or invalid.
    public init(json: JSONObject) throws(BodyError) {
        password = try json.secret("password")
        currentPassword = try json.optionalString("currentPassword").map { Secret($0) }
    }

    /// The request as a JSON object.
    public var json: JSONObject {
        var json: JSONObject = ["password": .string(password.exposed)]
        json.set("currentPassword", currentPassword?.exposed)
        return json
    }
}

/// The body of `POST /v1/me/confirm/password`: the signed-in user's password.
public struct PasswordReauthenticateRequest: WireBody {
    /// The password.
    public let password: Secret

    /// Creates a request with these members.
    public init(password: Secret) { self.password = password }

    /// Parses the request; throws if a member is missing or invalid.
    public init(json: JSONObject) throws(BodyError) { password = try json.secret("password") }

    /// The request as a JSON object.
    public var json: JSONObject { ["password": .string(password.exposed)] }
}
