public import SesameCore

/// The response to every refused request of the native API: `{"error": {"code": …, "message": …, …}}`.
public struct ErrorBody: WireBody {
    /// The stable error code, for example `invalid_token`.
    public let code: AuthError.Code
    /// An explanation for developers, in English.
    public let message: String
    /// The request's id, for error reports.
    public let requestID: String
    /// The seconds to wait before a retry; nil if the server gives no time.
    public var retryAfter: Int?
    /// The path of the invalid body member, or the name of the invalid query parameter or header field; nil if the
    /// error concerns none.
    public var field: String?
    /// The required profile fields that are still missing, if that is the reason for the error; otherwise nil.
    public var missing: [String]?
    /// The ticket for a registration, and the provider's claims for its form, with `account_not_found`.
    public var registration: RegistrationBody?
    /// The ticket, the other account and the possible merge, for the user's decision, with `credential_in_use`.
    public var conflict: ConflictBody?
    /// The ticket for the second step, and the factors to choose from, with `second_factor_required`.
    public var secondFactor: SecondFactorTicketBody?
    /// The current profile, and the version that the change was based on, with `precondition_failed`.
    public var stale: StaleProfileBody?

    /// Creates an error without additional members; set those afterwards.
    public init(code: AuthError.Code, message: String, requestID: String) {
        self.code = code
        self.message = message
        self.requestID = requestID
    }

    /// Parses the body. Throws if the code, the message or the request's id is missing, or a member is invalid.
    public init(json: JSONObject) throws(BodyError) {
        let error = try json.object("error")
        code = AuthError.Code(rawValue: try error.string("code"))
        message = try error.string("message")
        requestID = try error.string("requestID")
        retryAfter = try error.optionalInteger("retryAfter")
        field = try error.optionalString("field")
        if code == .preconditionFailed, error["profile"] != nil { stale = try StaleProfileBody(json: error) }
        missing = try error.optionalStrings("missing")
        guard error["ticket"] != nil else { return }
        switch code {
        case .accountNotFound: registration = try RegistrationBody(json: error)
        case .credentialInUse: conflict = try ConflictBody(json: error)
        case .secondFactorRequired: secondFactor = try SecondFactorTicketBody(json: error)
        default: break
        }
    }

    /// The body as a JSON object. The members of a ticket or of the current profile stand beside the code.
    public var json: JSONObject {
        var error: JSONObject = [
            "code": .string(code.rawValue), "message": .string(message), "requestID": .string(requestID),
        ]
        if let retryAfter { error["retryAfter"] = .number(JSONNumber(retryAfter)) }
        error.set("field", field)
        if let missing { error["missing"] = .array(missing.map { .string($0) }) }
        for help in [registration?.json, conflict?.json, secondFactor?.json, stale?.json] {
            for member in help?.members ?? [] { error[member.name] = member.value }
        }
        return ["error": .object(error)]
    }
}
