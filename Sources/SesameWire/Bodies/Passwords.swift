public import SesameCore

/// Body of `POST /v1/sign-in/password`.
public struct PasswordSignInRequest: WireBody {
    /// The address.
    public let email: String
    /// The password.
    public let password: Secret
    /// The role that the person signs in for, in apps with roles; another one is refused.
    public let role: String?

    /// Makes the request.
    public init(email: String, password: Secret, role: String? = nil) {
        self.email = email
        self.password = password
        self.role = role
    }

    /// Reads the request.
    public init(json: JSONObject) throws(BodyError) {
        email = try json.string("email")
        password = try json.secret("password")
        role = try json.optionalString("role")
    }

    /// The request as it is sent.
    public var json: JSONObject {
        var json: JSONObject = ["email": .string(email), "password": .string(password.exposed)]
        json.set("role", role)
        return json
    }
}

/// Body of `POST /v1/sign-up/password` and `POST /v1/me/password`: an address and a password for a new account, or for
/// the caller's.
public struct PasswordSignUpRequest: WireBody {
    /// Address, password and, in apps with roles, the role.
    public let credential: PasswordSignInRequest
    /// The profile's first fields. Of somebody who is a person already they are not to be changed by this.
    public let profile: JSONObject

    /// Makes the request.
    public init(credential: PasswordSignInRequest, profile: JSONObject = [:]) {
        self.credential = credential
        self.profile = profile
    }

    /// Reads the request.
    public init(json: JSONObject) throws(BodyError) {
        credential = try PasswordSignInRequest(json: json)
        profile = try json.optionalObject("profile") ?? [:]
    }

    /// The request as it is sent: the profile beside the credential's members.
    public var json: JSONObject {
        var json = credential.json
        if !profile.members.isEmpty { json["profile"] = .object(profile) }
        return json
    }
}

/// Body of `PUT /v1/me/password`.
public struct PasswordChangeRequest: WireBody {
    /// The next password.
    public let password: Secret
    /// The current one; without it the sign-in must be recent.
    public let currentPassword: Secret?

    /// Makes the request.
    public init(password: Secret, currentPassword: Secret? = nil) {
        self.password = password
        self.currentPassword = currentPassword
    }

    /// Reads the request.
    public init(json: JSONObject) throws(BodyError) {
        password = try json.secret("password")
        currentPassword = try json.optionalString("currentPassword").map { Secret($0) }
    }

    /// The request as it is sent.
    public var json: JSONObject {
        var json: JSONObject = ["password": .string(password.exposed)]
        json.set("currentPassword", currentPassword?.exposed)
        return json
    }
}

/// Body of `POST /v1/me/confirm/password`: the password of the person who is signed in.
public struct PasswordConfirmRequest: WireBody {
    /// The password.
    public let password: Secret

    /// Makes the request.
    public init(password: Secret) { self.password = password }

    /// Reads the request.
    public init(json: JSONObject) throws(BodyError) { password = try json.secret("password") }

    /// The request as it is sent.
    public var json: JSONObject { ["password": .string(password.exposed)] }
}
