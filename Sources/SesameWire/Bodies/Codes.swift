public import SesameCore

/// Body of `POST /v1/codes`: asks for a code to be sent to an address or a number.
public struct CodeRequest: WireBody {
    /// The purpose: `reset_password` or `sign_in`.
    public let purpose: String
    /// The address.
    public let email: String?
    /// The number, in place of the address.
    public let phone: String?
    /// `link` or `digits`; a number gets digits.
    public let form: String?
    /// The language of the message, for example `fr`.
    public let language: String?

    /// Makes the request.
    public init(
        purpose: String, email: String? = nil, phone: String? = nil, form: String? = nil, language: String? = nil
    ) {
        self.purpose = purpose
        self.email = email
        self.phone = phone
        self.form = form
        self.language = language
    }

    /// Reads the request.
    public init(json: JSONObject) throws(BodyError) {
        purpose = try json.string("purpose")
        email = try json.optionalString("email")
        phone = try json.optionalString("phone")
        form = try json.optionalString("form")
        language = try json.optionalString("language")
    }

    /// The request as it is sent.
    public var json: JSONObject {
        var json: JSONObject = ["purpose": .string(purpose)]
        json.set("email", email)
        json.set("phone", phone)
        json.set("form", form)
        json.set("language", language)
        return json
    }
}

/// Body of `POST /v1/me/confirm/code` and `POST /v1/codes/verification`: a code as it was sent.
public struct CodeUseRequest: WireBody {
    /// The code of a link, or the digits.
    public let code: Secret
    /// The address that digits were sent to.
    public let email: String?
    /// The number that digits were sent to.
    public let phone: String?

    /// Makes the request.
    public init(code: Secret, email: String? = nil, phone: String? = nil) {
        self.code = code
        self.email = email
        self.phone = phone
    }

    /// Reads the request.
    public init(json: JSONObject) throws(BodyError) {
        code = try json.secret("code")
        email = try json.optionalString("email")
        phone = try json.optionalString("phone")
    }

    /// The request as it is sent.
    public var json: JSONObject {
        var json: JSONObject = ["code": .string(code.exposed)]
        json.set("email", email)
        json.set("phone", phone)
        return json
    }
}

/// Body of `POST /v1/sign-in/code`: a code as it was sent, and whom it is to sign in as.
public struct CodeSignInRequest: WireBody {
    /// The code.
    public let use: CodeUseRequest
    /// The role that the person signs in for, in apps with roles; another one than the account's is refused.
    public let role: String?

    /// Makes the request.
    public init(use: CodeUseRequest, role: String? = nil) {
        self.use = use
        self.role = role
    }

    /// Reads the request.
    public init(json: JSONObject) throws(BodyError) {
        use = try CodeUseRequest(json: json)
        role = try json.optionalString("role")
    }

    /// The request as it is sent.
    public var json: JSONObject {
        var json = use.json
        json.set("role", role)
        return json
    }
}

/// Body of `POST /v1/codes/password`: a code that was mailed, and the next password.
public struct CodePasswordRequest: WireBody {
    /// The code.
    public let use: CodeUseRequest
    /// The next password.
    public let password: Secret

    /// Makes the request.
    public init(use: CodeUseRequest, password: Secret) {
        self.use = use
        self.password = password
    }

    /// Reads the request.
    public init(json: JSONObject) throws(BodyError) {
        use = try CodeUseRequest(json: json)
        password = try json.secret("password")
    }

    /// The request as it is sent.
    public var json: JSONObject {
        var json = use.json
        json["password"] = .string(password.exposed)
        return json
    }
}
