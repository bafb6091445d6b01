public import SesameCore

/// Body of `POST /v1/me/second-factors`: begins to add a second factor.
public struct SecondFactorBeginRequest: WireBody {
    /// `totp` or `phone`.
    public let kind: String
    /// The number of a phone.
    public let phone: String?
    /// The user's name for it.
    public let displayName: String?
    /// The language of the text, for example `fr`.
    public let language: String?

    /// Makes the request.
    public init(kind: String, phone: String? = nil, displayName: String? = nil, language: String? = nil) {
        self.kind = kind
        self.phone = phone
        self.displayName = displayName
        self.language = language
    }

    /// Reads the request.
    public init(json: JSONObject) throws(BodyError) {
        kind = try json.string("kind")
        phone = try json.optionalString("phone")
        displayName = try json.optionalString("displayName")
        language = try json.optionalString("language")
    }

    /// The request as it is sent.
    public var json: JSONObject {
        var json: JSONObject = ["kind": .string(kind)]
        json.set("phone", phone)
        json.set("displayName", displayName)
        json.set("language", language)
        return json
    }
}

/// Answer of `POST /v1/me/second-factors`: what an authenticator app needs. A phone has got a text.
public struct SecondFactorBeginAnswer: WireBody {
    /// Seconds until it can no longer be confirmed.
    public let expiresIn: Int
    /// The secret as people type it, in base 32; absent for a phone.
    public let secret: Secret?
    /// The secret as apps read it, an `otpauth` address, mostly out of a picture.
    public let address: Secret?

    /// Makes the answer.
    public init(expiresIn: Int, secret: Secret? = nil, address: Secret? = nil) {
        self.expiresIn = expiresIn
        self.secret = secret
        self.address = address
    }

    /// Reads the answer.
    public init(json: JSONObject) throws(BodyError) {
        expiresIn = try json.integer("expiresIn")
        secret = try json.optionalString("secret").map { Secret($0) }
        address = try json.optionalString("address").map { Secret($0) }
    }

    /// The answer as it is sent.
    public var json: JSONObject {
        var json: JSONObject = ["expiresIn": .number(JSONNumber(expiresIn))]
        json.set("secret", secret?.exposed)
        json.set("address", address?.exposed)
        return json
    }
}

/// Body of `POST /v1/me/second-factors/confirm`: the first code of the factor that was begun.
public struct SecondFactorConfirmRequest: WireBody {
    /// `totp` or `phone`.
    public let kind: String
    /// The code.
    public let code: Secret
    /// The user's name for it, in place of the one before.
    public let displayName: String?

    /// Makes the request.
    public init(kind: String, code: Secret, displayName: String? = nil) {
        self.kind = kind
        self.code = code
        self.displayName = displayName
    }

    /// Reads the request.
    public init(json: JSONObject) throws(BodyError) {
        kind = try json.string("kind")
        code = try json.secret("code")
        displayName = try json.optionalString("displayName")
    }

    /// The request as it is sent.
    public var json: JSONObject {
        var json: JSONObject = ["kind": .string(kind), "code": .string(code.exposed)]
        json.set("displayName", displayName)
        return json
    }
}

/// Answer of `POST /v1/me/recovery-codes`. Nobody is shown them again.
public struct RecoveryCodesAnswer: WireBody {
    /// The codes, each good once.
    public let codes: [Secret]

    /// Makes the answer.
    public init(codes: [Secret]) {
        self.codes = codes
    }

    /// Reads the answer.
    public init(json: JSONObject) throws(BodyError) {
        codes = try json.strings("codes").map { Secret($0) }
    }

    /// The answer as it is sent.
    public var json: JSONObject { ["codes": .array(codes.map { .string($0.exposed) })] }
}
