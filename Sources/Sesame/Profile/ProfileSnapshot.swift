public import SesameCore

/// The knowledge about the signed-in user's profile.
public struct ProfileSnapshot: Sendable, Equatable {
    /// The origin of the knowledge.
    public enum Origin: Sendable, Equatable {
        /// The server's, in this run of the app.
        case server
        /// This device's memory: to be shown, and no reason to begin anything.
        case device
    }

    /// The profile, with what the person has changed since.
    public let profile: Profile
    /// The origin of the knowledge.
    public let origin: Origin
    /// The fields whose change the server has not acknowledged yet.
    public let waiting: [String]
    /// The changes that the server has refused for good since it was last asked, however often they are sent: the error
    /// of the first. Its ``AuthError/fields`` are the names of all that were refused, `onboarding.step` for the step, and
    /// after them other fields that the errors name, such as missing ones.
    public let refusal: AuthError?
}

/// The result of a save.
public enum ProfileSave: Sendable, Equatable {
    /// The server has it.
    case saved(Profile)
    /// The device has it, and will send it as soon as the server can be reached; for this reason it could not be now.
    case queued(Profile, AuthError.Code)

    /// The profile as it is shown from now on.
    public var profile: Profile {
        switch self {
        case .saved(let profile), .queued(let profile, _): profile
        }
    }
}
