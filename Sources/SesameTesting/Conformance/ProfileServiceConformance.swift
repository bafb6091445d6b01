public import Sesame
import SesameCore

/// The conformance tests of every ``Sesame/ProfileService``: they check each sentence of its documentation, and the
/// behavior that ``Sesame/ProfileStore`` relies on.
///
/// ```swift
/// @Test(arguments: ProfileServiceConformance.cases)
/// func `my profile service conforms to ProfileService`(_ fact: ProfileServiceConformance.Case) async throws {
///   let user = try await signInSomebodyNew()
///   try await fact.run(.init(
///     service: MyProfileService(), uid: user.uid, texts: ("city", "motto"), required: "name",
///     refused: "isSubscribed", steps: steps))
/// }
/// ```
public enum ProfileServiceConformance {
    /// A test of one fact about a profile service.
    public typealias Case = ConformanceCase<Subject>

    /// A profile service, and a new user.
    public struct Subject: Sendable {
        let service: any ProfileService
        let uid: String
        let texts: (String, String)
        let required: String
        let refused: String
        let steps: OnboardingSteps

        /// Creates a subject from a profile service and the names of its fields.
        ///
        /// - Parameters:
        ///   - uid: The uid of the signed-in user, who has never saved a profile and is the only user.
        ///   - texts: Two text fields that are not required.
        ///   - required: The only field required to complete the onboarding, a text.
        ///   - refused: A field that users cannot change.
        ///   - steps: The onboarding's steps, at least three.
        public init(
            service: any ProfileService, uid: String, texts: (String, String), required: String, refused: String,
            steps: OnboardingSteps
        ) {
            self.service = service
            self.uid = uid
            self.texts = texts
            self.required = required
            self.refused = refused
            self.steps = steps
        }
    }

    /// The cases for every profile service.
    public static let cases: [Case] = documentCases + versionCases
    /// The cases for a service that stores a user's progress through the app's onboarding steps.
    public static let onboardingCases: [Case] = stepCases + endCases
}

extension ProfileServiceConformance.Subject {
    /// Returns profile fields with the subject's field names, without the fields whose value is nil.
    func fields(_ first: JSONValue? = nil, _ second: JSONValue? = nil, required: JSONValue? = nil) -> JSONObject {
        var fields: JSONObject = [:]
        if let first { fields[texts.0] = first }
        if let second { fields[texts.1] = second }
        if let required { fields[self.required] = required }
        return fields
    }

    func save(_ fields: JSONObject, at steps: Int..., version: Int? = nil) async throws(AuthError) -> Profile {
        try await service.save(
            ProfileChange(fields: fields, steps: steps.map { self.steps.all[$0] }, version: version), for: uid)
    }

    func load() async throws -> Profile {
        guard let profile = try await service.load(for: uid) else {
            throw ConformanceFailure("there is no profile although one was saved")
        }
        return profile
    }

    /// Throws unless the profile has exactly the given texts, byte for byte; for nil, the field must contain no text.
    func expect(_ profile: Profile, has first: String?, _ second: String?) throws(ConformanceFailure) {
        try SesameTesting.expect(profile.uid, is: uid, "the uid")
        try SesameTesting.expect(profile.fields[texts.0]?.string, is: first, texts.0)
        try SesameTesting.expect(profile.fields[texts.1]?.string, is: second, texts.1)
    }
}
