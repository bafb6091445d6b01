public import SesameCore

/// The known state of the signed-in user's profile.
public struct ProfileSnapshot: Sendable, Equatable {
    /// The source from which a profile was last read.
    public enum Origin: Sendable, Equatable {
        /// The server, in this run of the app.
        case server
        /// This device's storage. Use the profile only for display, because it may be out of date.
        case device
    }

    /// The profile, with the user's later changes.
    public let profile: Profile
    /// The source of the profile without the user's later changes: the server or this device.
    public let origin: Origin
    /// The names of the fields whose change the server has not acknowledged yet.
    public let pendingFields: [String]
    /// The error of a change that the server has refused permanently, until the field is saved again; nil if no change
    /// was refused. The error's ``AuthError/fields`` are the names of all refused changes, `onboarding.step` for the
    /// step, and then the other fields that the server reported, such as missing ones.
    public let rejection: AuthError?
}

/// The result of a save: the changes are at the server, or queued on the device.
public enum ProfileSaveResult: Sendable, Equatable {
    /// The profile is saved at the server.
    case saved(Profile)
    /// The changes are stored on the device, and sent as soon as the server can be reached. The code is the reason.
    case queued(Profile, AuthError.Code)

    /// The resulting profile, as it is shown.
    public var profile: Profile {
        switch self {
        case .saved(let profile), .queued(let profile, _): profile
        }
    }
}
