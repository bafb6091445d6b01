import SesameCore
import SesameWire
import Testing

@testable import SesameWebSurface

/// Tests that the bodies of `SesameWire` match the schemas of the OpenAPI document.
struct OpenAPIBodyTests {
    /// A body with all its members, and one with only the required members.
    struct Sample: Sendable, CustomTestStringConvertible {
        /// The path to the schema: the name of a schema, then members below it.
        let schema: String
        let full: JSONObject
        let bare: JSONObject
        /// The function that parses a JSON object as the sample's body type, and throws if the object is invalid.
        let read: @Sendable (JSONObject) throws(BodyError) -> Void

        init<Body: WireBody>(_ schema: String, full: Body, bare: Body? = nil, in member: String? = nil) {
            self.schema = schema
            self.full = member.flatMap { full.json[$0]?.object } ?? full.json
            let bare = (bare ?? full).json
            self.bare = member.flatMap { bare[$0]?.object } ?? bare
            read = { json throws(BodyError) in _ = try Body(json: json) }
        }

        var testDescription: String { schema }
    }

    private static let token = Secret("token")
    private static let credential = SignInRequest(idToken: token, nonce: token)
    private static let tokens = TokenResponse(
        accessToken: token, expiresIn: 900, refreshToken: token, sessionID: "session")
    private static let session = SessionBody(
        id: "session", isCurrent: true, method: "google", creationTime: 1, lastRefreshTime: 1, expirationTime: 2)

    private static func user(_ text: String?) -> UserBody {
        UserBody(
            uid: "account", email: text, emailVerified: false, displayName: text, photoURL: text, isAnonymous: true,
            role: text, providers: [], creationTime: 1, lastSignInTime: 1, profile: [:])
    }

    private static func claims(_ text: String?) -> ProviderClaimsBody {
        ProviderClaimsBody(
            provider: "google", email: text, givenName: text, familyName: text, displayName: text, photoURL: text)
    }

    private static let profile = ProfileBody(
        version: 1, fields: ["name": "Test User 1"], onboarding: OnboardingStatus(state: .inProgress, step: "goals"),
        missing: ["birthDate"], creationTime: 1, lastSignInTime: 1, updateTime: 1, claims: [claims("text")])
    private static let move = OnboardingMove(to: "goals", via: ["aboutYou"])

    private static func device(_ platform: DevicePlatform?) -> DeviceBody {
        DeviceBody(
            installation: "phone", kind: .fcmFID, platform: platform, isCurrent: true, sessionID: "session",
            creationTime: 1, refreshTime: 1, expirationTime: 2)
    }

    private static func event(_ text: String?) -> EventBody {
        EventBody(
            id: "event", kind: "signed_in", time: 1, app: text, uid: text, sessionID: text, detail: text, network: text,
            adminKey: text, count: 1, requestID: text)
    }

    private static func activity(_ text: String?) -> ActivityBody {
        ActivityBody(
            id: "event", kind: "signed_in", time: 1, sessionID: text, isCurrent: true, isByOperator: false,
            detail: text, network: text)
    }

    private static func factor(_ text: String?) -> SecondFactorBody {
        SecondFactorBody(
            id: "factor", kind: "phone", displayName: text, phone: text, enrollmentTime: text.map { _ in 1 })
    }

    private static let preview = MergePreview(user: user("text"), overridden: ["nom"])

    private static func prefill(_ text: String?) -> RegistrationBody.Prefill {
        RegistrationBody.Prefill(email: text, givenName: text, familyName: text, photoURL: text)
    }

    private static var error: ErrorBody {
        var error = ErrorBody(code: .accountNotFound, message: "text", requestID: "request")
        error.retryAfter = 1
        error.field = "member"
        error.missing = ["nom"]
        error.registration = RegistrationBody(ticket: token, expiresIn: 1, prefill: prefill("text"))
        error.stale = StaleProfileBody(presentedVersion: 1, profile: profile)
        error.secondFactor = SecondFactorTicketBody(
            ticket: token, expiresIn: 1, factors: [factor("text")], hasRecoveryCodes: true)
        error.conflict = ConflictBody(ticket: token, expiresIn: 1, account: user("text"), merge: preview)
        return error
    }

    static let requests = [
        Sample("SignInRequest", full: SignInRequest(idToken: token, nonce: token, role: "ACTEUR"), bare: credential),
        Sample(
            "AppleSignInRequest",
            full: AppleSignInRequest(
                credential: SignInRequest(idToken: token, nonce: token, role: "ACTEUR"), authorizationCode: token,
                name: PersonName(givenName: "Test", familyName: "User 1")),
            bare: AppleSignInRequest(credential: credential)),
        Sample(
            "SignUpRequest", full: SignUpRequest(ticket: token, role: "ACTEUR", profile: ["nom": "User"]),
            bare: SignUpRequest(ticket: token)),
        Sample(
            "PasswordSignInRequest", full: PasswordSignInRequest(email: "text", password: token, role: "ACTEUR"),
            bare: PasswordSignInRequest(email: "text", password: token)),
        Sample(
            "PasswordSignUpRequest",
            full: PasswordSignUpRequest(
                credential: PasswordSignInRequest(email: "text", password: token, role: "ACTEUR"),
                profile: ["nom": "User"]),
            bare: PasswordSignUpRequest(credential: PasswordSignInRequest(email: "text", password: token))),
        Sample(
            "CodeRequest",
            full: CodeRequest(purpose: "text", email: "text", phone: "text", form: "text", language: "text"),
            bare: CodeRequest(purpose: "text")),
        Sample(
            "CodeRedemptionRequest", full: CodeRedemptionRequest(code: token, email: "text", phone: "text"),
            bare: CodeRedemptionRequest(code: token)),
        Sample(
            "CodeSignInRequest",
            full: CodeSignInRequest(
                use: CodeRedemptionRequest(code: token, email: "text", phone: "text"), role: "text"),
            bare: CodeSignInRequest(use: CodeRedemptionRequest(code: token))),
        Sample(
            "CodePasswordRequest",
            full: CodePasswordRequest(
                use: CodeRedemptionRequest(code: token, email: "text", phone: "text"), password: token),
            bare: CodePasswordRequest(use: CodeRedemptionRequest(code: token), password: token)),
        Sample(
            "SecondFactorRequest",
            full: SecondFactorRequest(
                ticket: token, code: token, recoveryCode: token, factorID: "text", sendsText: true, language: "text"),
            bare: SecondFactorRequest()),
        Sample(
            "SecondFactorBeginRequest",
            full: SecondFactorBeginRequest(kind: "text", phone: "text", displayName: "text", language: "text"),
            bare: SecondFactorBeginRequest(kind: "text")),
        Sample(
            "SecondFactorConfirmRequest",
            full: SecondFactorConfirmRequest(kind: "text", code: token, displayName: "text"),
            bare: SecondFactorConfirmRequest(kind: "text", code: token)),
        Sample(
            "PasswordChangeRequest", full: PasswordChangeRequest(password: token, currentPassword: token),
            bare: PasswordChangeRequest(password: token)),
        Sample(
            "ReauthenticateRequest",
            full: ReauthenticateRequest(provider: "apple", credential: credential, authorizationCode: token),
            bare: ReauthenticateRequest(provider: "google", credential: credential)),
        Sample(
            "LinkRequest",
            full: LinkRequest(
                credential: AppleSignInRequest(
                    credential: SignInRequest(idToken: token, nonce: token, role: "ACTEUR"), authorizationCode: token,
                    name: PersonName(givenName: "Test", familyName: "User 1")), profile: ["nom": "User"],
                onConflict: .merge),
            bare: LinkRequest(credential: AppleSignInRequest(credential: credential))),
        Sample("MergeRequest", full: MergeRequest(ticket: token, choice: .merge)),
        Sample(
            "ProfileRequest", full: ProfileRequest(fields: ["name": "Test User 1"], mask: ["name"], onboarding: move),
            bare: ProfileRequest()),
        Sample("ProfileRequest.onboarding", full: move, bare: OnboardingMove(to: "goals")),
        Sample(
            "ProfileCompletionRequest", full: ProfileCompletionRequest(fields: ["name": "Test User 1"], mask: ["name"]),
            bare: ProfileCompletionRequest()),
        Sample(
            "DeviceRequest", full: DeviceRequest(kind: .fcmToken, value: token, platform: .ios),
            bare: DeviceRequest(kind: .apns, value: token)),
        Sample("RefreshRequest", full: RefreshRequest(refreshToken: token)),
        Sample(
            "IDTokenExchangeRequest", full: IDTokenExchangeRequest(idToken: token, role: "ACTEUR"),
            bare: IDTokenExchangeRequest(idToken: token)),
    ]

    static let answers = [
        Sample("Challenge", full: ChallengeResponse(nonce: token, expiresIn: 600)),
        Sample("Tokens", full: tokens),
        Sample("SignIn", full: SignInResponse(tokens: tokens, isNewUser: true, user: user(nil))),
        Sample(
            "Link", full: LinkResponse(outcome: .merged, tokens: tokens, user: user(nil), undoExpiresIn: 86_400),
            bare: LinkResponse(outcome: .linked, tokens: tokens, user: user(nil))),
        Sample("SecondFactor", full: factor("text"), bare: factor(nil)),
        Sample("SecondFactorList", full: SecondFactorsResponse(factors: [], offered: [], recoveryCodesLeft: 0)),
        Sample(
            "SecondFactorBegun", full: SecondFactorBeginResponse(expiresIn: 600, secret: token, address: token),
            bare: SecondFactorBeginResponse(expiresIn: 600)),
        Sample("RecoveryCodes", full: RecoveryCodesResponse(codes: [token])),
        Sample("MergePreview", full: preview),
        Sample("User", full: user("text"), bare: user(nil)),
        Sample("Onboarding", full: profile.onboarding, bare: OnboardingStatus(state: .completed)),
        Sample("Profile", full: profile),
        Sample("ProviderClaims", full: claims("text"), bare: claims(nil)),
        Sample("Session", full: session),
        Sample("Device", full: device(.web), bare: device(nil)),
        Sample("DeviceList", full: DeviceListResponse(devices: [device(nil)])),
        Sample("Event", full: event("text"), bare: event(nil)),
        Sample("Activity", full: activity("text"), bare: activity(nil)),
        Sample(
            "ActivityList", full: ActivityResponse(events: [activity(nil)], next: "7"),
            bare: ActivityResponse(events: [], next: nil)),
        Sample("SessionList", full: SessionListResponse(sessions: [session])),
        Sample(
            "Error.error", full: error, bare: ErrorBody(code: .internal, message: "text", requestID: "request"),
            in: "error"),
        Sample("Error.error.prefill", full: prefill("text"), bare: prefill(nil)),
        Sample("IDTokenExchangeRegistration.prefill", full: prefill("text"), bare: prefill(nil)),
    ]

    private func schema(_ path: String) throws -> JSONValue {
        let names = path.split(separator: ".").map(String.init)
        var schema = try #require(APIDocument().schemas.first { $0.name == names[0] }?.value)
        for name in names.dropFirst() { schema = try #require(schema["properties"]?[name]) }
        return schema
    }

    private func required(_ schema: JSONValue) -> Set<String> {
        Set((schema["required"]?.array ?? []).compactMap(\.string))
    }

    @Test(arguments: requests + answers)
    func `a full body has exactly the members of its schema`(sample: Sample) throws {
        let schema = try schema(sample.schema)
        let documented = Set(schema["properties"]?.object?.members.map(\.name) ?? [])
        #expect(Set(sample.full.members.map(\.name)) == documented)
        #expect(documented.isSuperset(of: required(schema)))
    }

    @Test(arguments: answers)
    func `a minimal response has exactly the members that its schema requires`(sample: Sample) throws {
        #expect(Set(sample.bare.members.map(\.name)) == required(try schema(sample.schema)))
    }

    @Test(arguments: requests)
    func `a request without a required member is rejected, and the other members are optional`(sample: Sample) throws {
        let required = required(try schema(sample.schema))
        try sample.read(sample.full)
        for member in sample.full.members {
            for value in [nil, JSONValue.null] {
                var body = sample.full
                body[member.name] = value
                if required.contains(member.name) {
                    #expect(throws: BodyError(member.name, .missing)) { try sample.read(body) }
                } else {
                    try sample.read(body)
                }
            }
        }
    }

    @Test(arguments: requests)
    func `exactly the optional members of a request may be null in its schema`(sample: Sample) throws {
        let schema = try schema(sample.schema)
        for member in schema["properties"]?.object?.members ?? [] {
            let types = member.value["type"]?.array ?? []
            #expect(types.contains("null") != required(schema).contains(member.name), "\(member.name)")
        }
    }
}
