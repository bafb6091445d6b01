public import SesameCore

/// The body beside `second_factor_required`: the first proof was right, and one of these is to be shown.
public struct SecondFactorTicketBody: WireBody {
    /// The ticket for `POST /v1/sign-in/second-factor`. It stands for this sign-in alone.
    public let ticket: Secret
    /// Seconds until the ticket can no longer be used.
    public let expiresIn: Int
    /// The factors of which one is to be shown.
    public let factors: [SecondFactorBody]
    /// True if the account has recovery codes.
    public let hasRecoveryCodes: Bool

    /// Makes the body.
    public init(ticket: Secret, expiresIn: Int, factors: [SecondFactorBody], hasRecoveryCodes: Bool) {
        self.ticket = ticket
        self.expiresIn = expiresIn
        self.factors = factors
        self.hasRecoveryCodes = hasRecoveryCodes
    }

    /// Reads the body.
    public init(json: JSONObject) throws(BodyError) {
        ticket = try json.secret("ticket")
        expiresIn = try json.integer("expiresIn")
        var factors: [SecondFactorBody] = []
        for object in try json.objects("factors") { factors.append(try SecondFactorBody(json: object)) }
        self.factors = factors
        hasRecoveryCodes = try json.bool("hasRecoveryCodes")
    }

    /// The body as it is sent.
    public var json: JSONObject {
        [
            "ticket": .string(ticket.exposed), "expiresIn": .number(JSONNumber(expiresIn)),
            "factors": .array(factors.map { .object($0.json) }), "hasRecoveryCodes": .bool(hasRecoveryCodes),
        ]
    }
}

/// A second factor of an account.
public struct SecondFactorBody: WireBody, Equatable {
    /// The id that tells it from the account's others.
    public let id: String
    /// `totp` for an authenticator app, `phone` for a phone that gets a text.
    public let kind: String
    /// The user's name for it.
    public let displayName: String?
    /// The number of a phone; before it was shown all but its last two digits are hidden.
    public let phone: String?
    /// The time at which it was added, in seconds since 1970; absent before it was shown.
    public let enrollmentTime: Int?

    /// Makes the body.
    public init(id: String, kind: String, displayName: String?, phone: String?, enrollmentTime: Int? = nil) {
        self.id = id
        self.kind = kind
        self.displayName = displayName
        self.phone = phone
        self.enrollmentTime = enrollmentTime
    }

    /// Reads the body.
    public init(json: JSONObject) throws(BodyError) {
        id = try json.string("id")
        kind = try json.string("kind")
        displayName = try json.optionalString("displayName")
        phone = try json.optionalString("phone")
        enrollmentTime = try json.optionalInteger("enrollmentTime")
    }

    /// The body as it is sent.
    public var json: JSONObject {
        var json: JSONObject = ["id": .string(id), "kind": .string(kind)]
        json.set("displayName", displayName)
        json.set("phone", phone)
        if let enrollmentTime { json["enrollmentTime"] = .number(JSONNumber(enrollmentTime)) }
        return json
    }
}

/// Body of `POST /v1/sign-in/second-factor` and `POST /v1/me/confirm/second-factor`: a code, a recovery code, or the
/// wish for a text with a code.
public struct SecondFactorRequest: WireBody {
    /// The ticket of a sign-in; absent where the caller is signed in.
    public let ticket: Secret?
    /// The code of an authenticator app, or of a text.
    public let code: Secret?
    /// A recovery code, in place of the code.
    public let recoveryCode: Secret?
    /// Which factor the code is of, or which phone gets the text.
    public let factorID: String?
    /// True if a text is to be sent; then there is no code yet.
    public let sendsText: Bool
    /// The language of the text, for example `fr`.
    public let language: String?

    /// Makes the request.
    public init(
        ticket: Secret? = nil, code: Secret? = nil, recoveryCode: Secret? = nil, factorID: String? = nil,
        sendsText: Bool = false, language: String? = nil
    ) {
        self.ticket = ticket
        self.code = code
        self.recoveryCode = recoveryCode
        self.factorID = factorID
        self.sendsText = sendsText
        self.language = language
    }

    /// Reads the request.
    public init(json: JSONObject) throws(BodyError) {
        ticket = try json.optionalString("ticket").map { Secret($0) }
        code = try json.optionalString("code").map { Secret($0) }
        recoveryCode = try json.optionalString("recoveryCode").map { Secret($0) }
        factorID = try json.optionalString("factorID")
        sendsText = json["sendText"]?.isNull ?? true ? false : try json.bool("sendText")
        language = try json.optionalString("language")
    }

    /// The request as it is sent.
    public var json: JSONObject {
        var json = JSONObject()
        json.set("ticket", ticket?.exposed)
        json.set("code", code?.exposed)
        json.set("recoveryCode", recoveryCode?.exposed)
        json.set("factorID", factorID)
        if sendsText { json["sendText"] = true }
        json.set("language", language)
        return json
    }
}

/// Answer of `GET /v1/me/second-factors`.
public struct SecondFactorsAnswer: WireBody {
    /// The caller's second factors, oldest first.
    public let factors: [SecondFactorBody]
    /// The kinds that the app lets people add.
    public let offered: [String]
    /// The number of unused recovery codes.
    public let recoveryCodesLeft: Int

    /// Makes the answer.
    public init(factors: [SecondFactorBody], offered: [String], recoveryCodesLeft: Int) {
        self.factors = factors
        self.offered = offered
        self.recoveryCodesLeft = recoveryCodesLeft
    }

    /// Reads the answer.
    public init(json: JSONObject) throws(BodyError) {
        var factors: [SecondFactorBody] = []
        for object in try json.objects("factors") { factors.append(try SecondFactorBody(json: object)) }
        self.factors = factors
        offered = try json.strings("offered")
        recoveryCodesLeft = try json.integer("recoveryCodesLeft")
    }

    /// The answer as it is sent.
    public var json: JSONObject {
        [
            "factors": .array(factors.map { .object($0.json) }), "offered": .array(offered.map { .string($0) }),
            "recoveryCodesLeft": .number(JSONNumber(recoveryCodesLeft)),
        ]
    }
}
