public import SesameCore

/// The body of `POST /v1/codes` and `POST /v1/me/codes`: a request to send a code to an address or a number.
public struct CodeRequest: WireBody {
    /// The purpose: `reset_password` or `sign_in`, or for a signed-in user `verify` or `change_email`.
    public let purpose: String
    /// The email address to send the code to; for `change_email`, the new address. Nil for `verify`, or if ``phone`` is
    /// set.
    public let email: String?
    /// The phone number to send a `sign_in` code to, instead of an email address.
    public let phone: String?
    /// The form of the code, `link` or `digits`; nil means `link`. A phone number always gets digits.
    public let form: String?
    /// The language of the message, for example `fr`.
    public let language: String?

    /// Creates a request with either an email address or a phone number, or with neither for the purpose `verify`.
    public init(
        purpose: String, email: String? = nil, phone: String? = nil, form: String? = nil, language: String? = nil
    ) {
        self.purpose = purpose
        self.email = email
        self.phone = phone
        self.form = form
        self.language = language
    }

    /// Parses the request; throws if the purpose is missing, or a member is not a string.
    public init(json: JSONObject) throws(BodyError) {
        purpose = try json.string("purpose")
        email = try json.optionalString("email")
        phone = try json.optionalString("phone")
        form = try json.optionalString("form")
        language = try json.optionalString("language")
    }

    /// The request as a JSON object, without members that are nil.
    public var json: JSONObject {
        var json: JSONObject = ["purpose": .string(purpose)]
        json.set("email", email)
        json.set("phone", phone)
        json.set("form", form)
        json.set("language", language)
        return json
    }
}

/// The body of `POST /v1/me/confirm/code` and `POST /v1/codes/verification`: a code from a message.
public struct CodeRedemptionRequest: WireBody {
    /// The code of the message's link, or the digits in the message.
    public let code: Secret
    /// The email address that the digits were sent to; nil for the code of a link.
    public let email: String?
    /// The phone number that the digits were sent to; nil for the code of a link.
    public let phone: String?

    /// Creates a request. Digits require the address or number that received them; the code of a link requires neither.
    public init(code: Secret, email: String? = nil, phone: String? = nil) {
        self.code = code
        self.email = email
        self.phone = phone
    }

    /// Parses the request; throws if the code is missing, or a member is invalid.
    public init(json: JSONObject) throws(BodyError) {
        code = try json.secret("code")
        email = try json.optionalString("email")
        phone = try json.optionalString("phone")
    }

    /// The request as a JSON object, with the code in plain text and without members that are nil.
    public var json: JSONObject {
        var json: JSONObject = ["code": .string(code.exposed)]
        json.set("email", email)
        json.set("phone", phone)
        return json
    }
}

/// The body of `POST /v1/sign-in/code`: a code from a message, and the role to sign in with.
public struct CodeSignInRequest: WireBody {
    /// The code, and the address or number that received it.
    public let use: CodeRedemptionRequest
    /// The role that the user signs in with, in apps with roles; refused if the account has a different role.
    public let role: String?

    /// Creates a request; only apps with roles need the role.
    public init(use: CodeRedemptionRequest, role: String? = nil) {
        self.use = use
        self.role = role
    }

    /// Parses the request; throws if the code is missing, or a member is invalid.
    public init(json: JSONObject) throws(BodyError) {
        use = try CodeRedemptionRequest(json: json)
        role = try json.optionalString("role")
    }

    /// The request as a JSON object, with the role beside the code's members.
    public var json: JSONObject {
        var json = use.json
        json.set("role", role)
        return json
    }
}

/// The body of `POST /v1/codes/password`: a code from an email, and the new password.
public struct CodePasswordRequest: WireBody {
    /// The code, and the address that received it.
    public let use: CodeRedemptionRequest
    /// The new password in plain text.
    public let password: Secret

    /// Creates a request that redeems a code of the purpose `reset_password`.
    public init(use: CodeRedemptionRequest, password: Secret) {
        self.use = use
        self.password = password
    }

    /// Parses the request; throws if the code or the password is missing, or a member is invalid.
    public init(json: JSONObject) throws(BodyError) {
        use = try CodeRedemptionRequest(json: json)
        password = try json.secret("password")
    }

    /// The request as a JSON object, with the password beside the code's members.
    public var json: JSONObject {
        var json = use.json
        json["password"] = .string(password.exposed)
        return json
    }
}
