public import SesameCore

/// The body of `PATCH /v1/me/profile`: only the changes.
public struct ProfileRequest: WireBody, Equatable {
    /// The new values by field. Null removes the field; a field that is not named keeps its value.
    public let fields: JSONObject
    /// The fields that the change covers, for clients that send a whole document: those missing in ``fields`` are
    /// removed, and fields outside the mask are refused. If nil, the change covers the fields present.
    public let mask: [String]?
    /// A move in the onboarding.
    public let onboarding: OnboardingMove?

    /// Creates a request with these members.
    public init(fields: JSONObject = [:], mask: [String]? = nil, onboarding: OnboardingMove? = nil) {
        self.fields = fields
        self.mask = mask
        self.onboarding = onboarding
    }

    /// Parses the request; throws if a member is missing or invalid.
    public init(json: JSONObject) throws(BodyError) {
        fields = try json.optionalObject("fields") ?? [:]
        mask = try json.optionalStrings("mask")
        if let onboarding = try json.optionalObject("onboarding") {
            do throws(BodyError) {
                self.onboarding = try OnboardingMove(json: onboarding)
            } catch {
                throw BodyError("onboarding.\(error.field)", error.problem)
            }
        } else {
            onboarding = nil
        }
    }

    /// The request as a JSON object.
    public var json: JSONObject {
        var json: JSONObject = ["fields": .object(fields)]
        if let mask { json["mask"] = .array(mask.map { .string($0) }) }
        if let onboarding { json["onboarding"] = .object(onboarding.json) }
        return json
    }
}

/// The body of `POST /v1/me/profile/complete`: the last change, if any.
public struct ProfileCompletionRequest: WireBody, Equatable {
    /// The new values; see ``ProfileRequest/fields``.
    public let fields: JSONObject
    /// The fields that the change covers; see ``ProfileRequest/mask``.
    public let mask: [String]?

    /// Creates a request with these members.
    public init(fields: JSONObject = [:], mask: [String]? = nil) {
        self.fields = fields
        self.mask = mask
    }

    /// Parses the request; throws if a member is missing or invalid.
    public init(json: JSONObject) throws(BodyError) {
        fields = try json.optionalObject("fields") ?? [:]
        mask = try json.optionalStrings("mask")
    }

    /// The request as a JSON object.
    public var json: JSONObject {
        var json: JSONObject = ["fields": .object(fields)]
        if let mask { json["mask"] = .array(mask.map { .string($0) }) }
        return json
    }
}
