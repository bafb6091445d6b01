public import SesameCore

/// The body of `PATCH /v1/me/profile`: only the changes.
public struct ProfileRequest: WireBody, Equatable {
    /// The new values by field name; null removes a field. A field without a member here keeps its value, unless
    /// ``mask`` contains its name.
    public let fields: JSONObject
    /// The names of the fields that the change covers, for clients that send a whole document: those missing in
    /// ``fields`` are removed, and fields outside the mask are refused. If nil, the change covers the fields present.
    public let mask: [String]?
    /// The move to an onboarding step; nil to request none.
    public let onboarding: OnboardingMove?

    /// Creates a request; without arguments it changes nothing.
    public init(fields: JSONObject = [:], mask: [String]? = nil, onboarding: OnboardingMove? = nil) {
        self.fields = fields
        self.mask = mask
        self.onboarding = onboarding
    }

    /// Parses the request, in which all members are optional. An error in the move has a path as its field, for example
    /// `onboarding.step`.
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

    /// The request as a JSON object; a nil mask or move is left out.
    public var json: JSONObject {
        var json: JSONObject = ["fields": .object(fields)]
        if let mask { json["mask"] = .array(mask.map { .string($0) }) }
        if let onboarding { json["onboarding"] = .object(onboarding.json) }
        return json
    }
}

/// The body of `POST /v1/me/profile/complete`: the last change before the completion, which may be empty.
public struct ProfileCompletionRequest: WireBody, Equatable {
    /// The new values by field name; see ``ProfileRequest/fields``.
    public let fields: JSONObject
    /// The names of the fields that the change covers; nil for those in ``fields``. See ``ProfileRequest/mask``.
    public let mask: [String]?

    /// Creates a request; without arguments it completes the onboarding without changing a field.
    public init(fields: JSONObject = [:], mask: [String]? = nil) {
        self.fields = fields
        self.mask = mask
    }

    /// Parses the request, in which both members are optional.
    public init(json: JSONObject) throws(BodyError) {
        fields = try json.optionalObject("fields") ?? [:]
        mask = try json.optionalStrings("mask")
    }

    /// The request as a JSON object; a nil mask is left out.
    public var json: JSONObject {
        var json: JSONObject = ["fields": .object(fields)]
        if let mask { json["mask"] = .array(mask.map { .string($0) }) }
        return json
    }
}
