public import SesameCore

/// The body of `POST /v1/sign-in/password`.
public struct PasswordSignInRequest: WireBody {
    /// The email address to sign in with; the server refuses an invalid one.
    public let email: String
    /// The password in plain text. It must not be empty.
    public let password: Secret
    /// The role, in apps with roles. At sign-up, the new account gets it; at sign-in, the server refuses a role that
    /// the account does not have.
    public let role: String?

    /// Creates a request; only apps with roles need the role.
    public init(email: String, password: Secret, role: String? = nil) {
        self.email = email
        self.password = password
        self.role = role
    }

    /// Parses the request; throws if `email` or `password` is missing, or if the password is empty.
    public init(json: JSONObject) throws(BodyError) {
        email = try json.string("email")
        password = try json.secret("password")
        role = try json.optionalString("role")
    }

    /// The request as a JSON object; a nil role is left out.
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
    /// The initial profile fields of a new account, or of a guest's account at its upgrade. For any other account they
    /// must be empty.
    public let profile: JSONObject

    /// Creates a request, by default without profile fields.
    public init(credential: PasswordSignInRequest, profile: JSONObject = [:]) {
        self.credential = credential
        self.profile = profile
    }

    /// Parses the request; a missing `profile` means no fields.
    public init(json: JSONObject) throws(BodyError) {
        credential = try PasswordSignInRequest(json: json)
        profile = try json.optionalObject("profile") ?? [:]
    }

    /// The request as a JSON object: the credential's members and, unless it is empty, `profile`.
    public var json: JSONObject {
        var json = credential.json
        if !profile.members.isEmpty { json["profile"] = .object(profile) }
        return json
    }
}

/// The body of `PUT /v1/me/password`, which replaces the caller's password.
public struct PasswordChangeRequest: WireBody {
    /// The new password in plain text. It must not be empty.
    public let password: Secret
    /// The current password; if nil, the sign-in must be recent.
    public let currentPassword: Secret?

    /// Creates a request; without the current password, the server requires a recent sign-in.
    public init(password: Secret, currentPassword: Secret? = nil) {
        self.password = password
        self.currentPassword = currentPassword
    }

    /// Parses the request; throws if `password` is missing or empty.
    public init(json: JSONObject) throws(BodyError) {
        password = try json.secret("password")
        currentPassword = try json.optionalString("currentPassword").map { Secret($0) }
    }

    /// The request as a JSON object; a nil current password is left out.
    public var json: JSONObject {
        var json: JSONObject = ["password": .string(password.exposed)]
        json.set("currentPassword", currentPassword?.exposed)
        return json
    }
}

/// The body of `POST /v1/me/confirm/password`: the signed-in user's password.
public struct PasswordReauthenticateRequest: WireBody {
    /// The user's current password. It must not be empty.
    public let password: Secret

    /// Creates a request to confirm the session with the user's password.
    public init(password: Secret) { self.password = password }

    /// Parses the request; throws if `password` is missing or empty.
    public init(json: JSONObject) throws(BodyError) { password = try json.secret("password") }

    /// The request as a JSON object, with the password in plain text.
    public var json: JSONObject { ["password": .string(password.exposed)] }
}
