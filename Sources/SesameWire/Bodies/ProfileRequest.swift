public import SesameCore

/// Body of `PATCH /v1/me/profile`: what changes, and nothing else.
public struct ProfileRequest: WireBody, Equatable {
    /// New values by field. Null removes the field; a field that is not named stays as it is.
    public let fields: JSONObject
    /// The fields that the change is about, for clients that send a whole document: those that ``fields`` does not have
    /// are removed, and those that the mask does not have are refused. Nil for the fields that are there.
    public let mask: [String]?
    /// A move in the onboarding.
    public let onboarding: OnboardingMove?

    /// Makes the request.
    public init(fields: JSONObject = [:], mask: [String]? = nil, onboarding: OnboardingMove? = nil) {
        self.fields = fields
        self.mask = mask
        self.onboarding = onboarding
    }

    /// Reads the request.
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

    /// The request as it is sent.
    public var json: JSONObject {
        var json: JSONObject = ["fields": .object(fields)]
        if let mask { json["mask"] = .array(mask.map { .string($0) }) }
        if let onboarding { json["onboarding"] = .object(onboarding.json) }
        return json
    }
}

/// Body of `POST /v1/me/profile/complete`: the last change, if there is one left to make.
public struct CompletionRequest: WireBody, Equatable {
    /// As in ``ProfileRequest/fields``.
    public let fields: JSONObject
    /// As in ``ProfileRequest/mask``.
    public let mask: [String]?

    /// Makes the request.
    public init(fields: JSONObject = [:], mask: [String]? = nil) {
        self.fields = fields
        self.mask = mask
    }

    /// Reads the request.
    public init(json: JSONObject) throws(BodyError) {
        fields = try json.optionalObject("fields") ?? [:]
        mask = try json.optionalStrings("mask")
    }

    /// The request as it is sent.
    public var json: JSONObject {
        var json: JSONObject = ["fields": .object(fields)]
        if let mask { json["mask"] = .array(mask.map { .string($0) }) }
        return json
    }
}
