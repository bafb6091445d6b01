public import Sesame
import SesameCore

/// The rules for every ``Sesame/ProfileService``, sentence by sentence of its documentation, and as much as
/// ``Sesame/ProfileStore`` relies on.
///
/// ```swift
/// @Test(arguments: ProfileServiceConformance.cases)
/// func `my profiles do what the port says`(_ fact: ProfileServiceConformance.Case) async throws {
///     let user = try await signInSomebodyNew()
///     try await fact.run(.init(
///         service: MyProfileService(), uid: user.uid, texts: ("city", "motto"), required: "name", steps: steps))
/// }
/// ```
public enum ProfileServiceConformance {
    /// One fact about a back end for profiles.
    public typealias Case = ConformanceCase<Subject>

    /// A back end for profiles, and somebody new.
    public struct Subject: Sendable {
        let service: any ProfileService
        let uid: String
        let texts: (String, String)
        let required: String
        let refused: String
        let steps: OnboardingSteps

        /// A subject.
        /// - Parameters:
        ///   - uid: The person who is signed in, has never saved anything, and is the only one.
        ///   - texts: Two fields that hold texts, and are not required.
        ///   - required: The one field, a text, that is needed to end the onboarding.
        ///   - refused: A field that no person can change.
        ///   - steps: The onboarding's steps; three at least.
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

    /// The cases for every back end for profiles.
    public static let cases: [Case] = documentCases + versionCases
    /// The cases for a back end that keeps the onboarding along the app's steps.
    public static let onboardingCases: [Case] = stepCases + endCases
}

extension ProfileServiceConformance.Subject {
    /// The fields, as those of the subject are called.
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

    /// Holds when the profile has these texts, byte for byte, and nothing in the fields that are nil.
    func expect(_ profile: Profile, has first: String?, _ second: String?) throws(ConformanceFailure) {
        try SesameTesting.expect(profile.uid, is: uid, "the uid")
        try SesameTesting.expect(profile.fields[texts.0]?.string, is: first, texts.0)
        try SesameTesting.expect(profile.fields[texts.1]?.string, is: second, texts.1)
    }
}
