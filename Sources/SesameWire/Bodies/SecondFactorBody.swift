public import SesameCore

/// The body sent with `second_factor_required` after a correct first factor: a ticket, and the second factors that can
/// complete the sign-in.
public struct SecondFactorTicketBody: WireBody {
    /// The ticket for `POST /v1/sign-in/second-factor`. It completes only the sign-in for which it was issued.
    public let ticket: Secret
    /// The seconds until the ticket expires.
    public let expiresIn: Int
    /// The account's second factors, with masked phone numbers.
    public let factors: [SecondFactorBody]
    /// True if the account has unused recovery codes, one of which can replace the second factor.
    public let hasRecoveryCodes: Bool

    /// Creates the body of a `second_factor_required` error.
    public init(ticket: Secret, expiresIn: Int, factors: [SecondFactorBody], hasRecoveryCodes: Bool) {
        self.ticket = ticket
        self.expiresIn = expiresIn
        self.factors = factors
        self.hasRecoveryCodes = hasRecoveryCodes
    }

    /// Parses the body; throws if a member is missing or invalid.
    public init(json: JSONObject) throws(BodyError) {
        ticket = try json.secret("ticket")
        expiresIn = try json.integer("expiresIn")
        var factors: [SecondFactorBody] = []
        for object in try json.objects("factors") { factors.append(try SecondFactorBody(json: object)) }
        self.factors = factors
        hasRecoveryCodes = try json.bool("hasRecoveryCodes")
    }

    /// The body as a JSON object, with the ticket in plain text.
    public var json: JSONObject {
        [
            "ticket": .string(ticket.exposed), "expiresIn": .number(JSONNumber(expiresIn)),
            "factors": .array(factors.map { .object($0.json) }), "hasRecoveryCodes": .bool(hasRecoveryCodes),
        ]
    }
}

/// A second factor of an account: an authenticator app or a phone.
public struct SecondFactorBody: WireBody, Equatable {
    /// The id, unique within the account.
    public let id: String
    /// The kind: `totp` for an authenticator app, `phone` for a phone that receives texts.
    public let kind: String
    /// The name that the user gave the factor; nil if it has none.
    public let displayName: String?
    /// The phone number, masked except for its last two digits in a ``SecondFactorTicketBody``; nil for an
    /// authenticator app.
    public let phone: String?
    /// The time at which the factor was added, in seconds since 1970; absent in a ``SecondFactorTicketBody``.
    public let enrollmentTime: Int?

    /// Creates a body, by default without the enrollment time, as in a ``SecondFactorTicketBody``.
    public init(id: String, kind: String, displayName: String?, phone: String?, enrollmentTime: Int? = nil) {
        self.id = id
        self.kind = kind
        self.displayName = displayName
        self.phone = phone
        self.enrollmentTime = enrollmentTime
    }

    /// Parses the body; throws if `id` or `kind` is missing.
    public init(json: JSONObject) throws(BodyError) {
        id = try json.string("id")
        kind = try json.string("kind")
        displayName = try json.optionalString("displayName")
        phone = try json.optionalString("phone")
        enrollmentTime = try json.optionalInteger("enrollmentTime")
    }

    /// The body as a JSON object; absent values are left out.
    public var json: JSONObject {
        var json: JSONObject = ["id": .string(id), "kind": .string(kind)]
        json.set("displayName", displayName)
        json.set("phone", phone)
        if let enrollmentTime { json["enrollmentTime"] = .number(JSONNumber(enrollmentTime)) }
        return json
    }
}

/// The body of `POST /v1/sign-in/second-factor` and `POST /v1/me/confirm/second-factor`: a code, a recovery code, or
/// the request for a text with a code.
public struct SecondFactorRequest: WireBody {
    /// The ticket of the ``SecondFactorTicketBody``; nil if the caller is signed in.
    public let ticket: Secret?
    /// The code from an authenticator app or a text.
    public let code: Secret?
    /// A recovery code, used instead of ``code``.
    public let recoveryCode: Secret?
    /// The id of the factor that the code belongs to, or of the phone that receives the text; nil to try all factors,
    /// or to use the only phone.
    public let factorID: String?
    /// True to request a text with a code; the request contains no code then.
    public let sendsText: Bool
    /// The language of the text, for example `fr`; nil for the app's language.
    public let language: String?

    /// Creates a request. The server requires exactly one of `code`, `recoveryCode` and `sendsText`.
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

    /// Parses the request, in which all members are optional. A missing `sendText` means false.
    public init(json: JSONObject) throws(BodyError) {
        ticket = try json.optionalString("ticket").map { Secret($0) }
        code = try json.optionalString("code").map { Secret($0) }
        recoveryCode = try json.optionalString("recoveryCode").map { Secret($0) }
        factorID = try json.optionalString("factorID")
        sendsText = json["sendText"]?.isNull ?? true ? false : try json.bool("sendText")
        language = try json.optionalString("language")
    }

    /// The request as a JSON object; absent values and a false `sendText` are left out.
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

/// The response of `GET /v1/me/second-factors`.
public struct SecondFactorsResponse: WireBody {
    /// The caller's second factors, oldest first.
    public let factors: [SecondFactorBody]
    /// The kinds of second factors that users of the app may add: `totp`, `phone`.
    public let offered: [String]
    /// The number of unused recovery codes.
    public let recoveryCodesLeft: Int

    /// Creates a response with the caller's factors and the kinds that the app offers.
    public init(factors: [SecondFactorBody], offered: [String], recoveryCodesLeft: Int) {
        self.factors = factors
        self.offered = offered
        self.recoveryCodesLeft = recoveryCodesLeft
    }

    /// Parses the response; throws if a member is missing or invalid.
    public init(json: JSONObject) throws(BodyError) {
        var factors: [SecondFactorBody] = []
        for object in try json.objects("factors") { factors.append(try SecondFactorBody(json: object)) }
        self.factors = factors
        offered = try json.strings("offered")
        recoveryCodesLeft = try json.integer("recoveryCodesLeft")
    }

    /// The response as a JSON object. All members are present, even empty ones.
    public var json: JSONObject {
        [
            "factors": .array(factors.map { .object($0.json) }), "offered": .array(offered.map { .string($0) }),
            "recoveryCodesLeft": .number(JSONNumber(recoveryCodesLeft)),
        ]
    }
}
