public import SesameCore

/// The body of `POST /v1/me/second-factors`, which starts the enrollment of a second factor.
public struct SecondFactorBeginRequest: WireBody {
    /// The kind: `totp` or `phone`.
    public let kind: String
    /// The number of the phone to add; nil for an authenticator app.
    public let phone: String?
    /// The name that the user gives the factor; nil for none.
    public let displayName: String?
    /// The language of the text message with the code, for example `fr`; nil for the app's language.
    public let language: String?

    /// Creates a request; the kind `phone` requires a number.
    public init(kind: String, phone: String? = nil, displayName: String? = nil, language: String? = nil) {
        self.kind = kind
        self.phone = phone
        self.displayName = displayName
        self.language = language
    }

    /// Parses the request; throws if `kind` is missing.
    public init(json: JSONObject) throws(BodyError) {
        kind = try json.string("kind")
        phone = try json.optionalString("phone")
        displayName = try json.optionalString("displayName")
        language = try json.optionalString("language")
    }

    /// The request as a JSON object; absent values are left out.
    public var json: JSONObject {
        var json: JSONObject = ["kind": .string(kind)]
        json.set("phone", phone)
        json.set("displayName", displayName)
        json.set("language", language)
        return json
    }
}

/// The response of `POST /v1/me/second-factors`: the values for an authenticator app. A phone receives a text instead.
public struct SecondFactorBeginResponse: WireBody {
    /// The seconds within which the factor must be confirmed.
    public let expiresIn: Int
    /// The secret in base 32, for manual entry; absent for a phone.
    public let secret: Secret?
    /// The secret as an `otpauth` URL, usually shown as a QR code; absent for a phone.
    public let address: Secret?

    /// Creates a response; omit the secret and the address for a phone.
    public init(expiresIn: Int, secret: Secret? = nil, address: Secret? = nil) {
        self.expiresIn = expiresIn
        self.secret = secret
        self.address = address
    }

    /// Parses the response; throws if `expiresIn` is missing.
    public init(json: JSONObject) throws(BodyError) {
        expiresIn = try json.integer("expiresIn")
        secret = try json.optionalString("secret").map { Secret($0) }
        address = try json.optionalString("address").map { Secret($0) }
    }

    /// The response as a JSON object, with an authenticator app's secret in plain text.
    public var json: JSONObject {
        var json: JSONObject = ["expiresIn": .number(JSONNumber(expiresIn))]
        json.set("secret", secret?.exposed)
        json.set("address", address?.exposed)
        return json
    }
}

/// The body of `POST /v1/me/second-factors/confirm`: the first code of the pending factor.
public struct SecondFactorConfirmRequest: WireBody {
    /// The kind: `totp` or `phone`.
    public let kind: String
    /// The first code from the authenticator app or the text.
    public let code: Secret
    /// The user's name for the factor; if present, it replaces the name in the ``SecondFactorBeginRequest``.
    public let displayName: String?

    /// Creates a request, by default without a new name for the factor.
    public init(kind: String, code: Secret, displayName: String? = nil) {
        self.kind = kind
        self.code = code
        self.displayName = displayName
    }

    /// Parses the request; throws if `kind` or `code` is missing, or if the code is empty.
    public init(json: JSONObject) throws(BodyError) {
        kind = try json.string("kind")
        code = try json.secret("code")
        displayName = try json.optionalString("displayName")
    }

    /// The request as a JSON object; an absent name is left out.
    public var json: JSONObject {
        var json: JSONObject = ["kind": .string(kind), "code": .string(code.exposed)]
        json.set("displayName", displayName)
        return json
    }
}

/// The response of `POST /v1/me/recovery-codes`. The codes are shown only once.
public struct RecoveryCodesResponse: WireBody {
    /// The codes. Each can be used once.
    public let codes: [Secret]

    /// Creates a response with newly generated recovery codes.
    public init(codes: [Secret]) {
        self.codes = codes
    }

    /// Parses the response; throws if `codes` is missing or not an array of strings.
    public init(json: JSONObject) throws(BodyError) {
        codes = try json.strings("codes").map { Secret($0) }
    }

    /// The response as a JSON object, with the codes in plain text.
    public var json: JSONObject { ["codes": .array(codes.map { .string($0.exposed) })] }
}
