/// The paths of the native API, used by the server's routes and by the SDK's requests.
public enum APIRoute {
    /// `POST`: issues a nonce for a sign-in, a link or a confirmation.
    public static let challenges = "/v1/challenges"
    /// `POST`: sign-in with the ID token of any provider except Apple.
    public static let signInProvider = "/v1/sign-in/{provider}"
    /// `POST`: sign-in with Apple's ID token.
    public static let signInApple = "/v1/sign-in/apple"
    /// `POST`: creates a guest account.
    public static let signInAnonymous = "/v1/sign-in/anonymous"
    /// `POST`: sign-in with an address and a password.
    public static let signInPassword = "/v1/sign-in/password"
    /// `POST`: creates an account with an address and a password.
    public static let signUpPassword = "/v1/sign-up/password"
    /// `POST`: sign-in with a code from an email or a text.
    public static let signInCode = "/v1/sign-in/code"
    /// `POST`: completes a sign-in with a second factor, or sends a second-factor code to a phone.
    public static let signInSecondFactor = "/v1/sign-in/second-factor"
    /// `GET`: the caller's second factors. `POST`: starts the enrollment of a factor.
    public static let secondFactors = "/v1/me/second-factors"
    /// `POST`: adds the pending second factor with its first code.
    public static let confirmSecondFactor = "/v1/me/second-factors/confirm"
    /// `DELETE`: removes a second factor from the account.
    public static let secondFactor = "/v1/me/second-factors/{id}"
    /// `POST`: confirms the caller's identity with a second factor.
    public static let confirmBySecondFactor = "/v1/me/confirm/second-factor"
    /// `POST`: confirms the caller's identity with the account's password.
    public static let confirmByPassword = "/v1/me/confirm/password"
    /// `POST`: confirms the caller's identity with a code from an email or a text.
    public static let confirmByCode = "/v1/me/confirm/code"
    /// `POST`: creates recovery codes, which replace the caller's existing ones.
    public static let recoveryCodes = "/v1/me/recovery-codes"
    /// `POST`: sends a code to an address or a number.
    public static let codes = "/v1/codes"
    /// `POST`: sets a new password with the code from an email.
    public static let codePassword = "/v1/codes/password"
    /// `POST`: verifies an address or a number with a code, or changes the account's email address to a new one.
    public static let codeVerification = "/v1/codes/verification"
    /// `POST`: sends the caller a code that verifies the account's email address, or changes it.
    public static let myCodes = "/v1/me/codes"
    /// `POST`: creates an account with a registration ticket.
    public static let signUp = "/v1/sign-up"
    /// `POST`: issues new tokens for a session.
    public static let refresh = "/v1/sessions/refresh"
    /// `GET`: the caller's sessions. `DELETE`: ends all but the current one.
    public static let sessions = "/v1/sessions"
    /// `GET` and `DELETE`: one session, by id or `current`.
    public static let session = "/v1/sessions/{id}"
    /// `GET`: the caller's account. `DELETE`: deletes it.
    public static let me = "/v1/me"
    /// `GET`: the caller's data export.
    public static let export = "/v1/me/export"
    /// `GET`: the caller's profile. `PATCH`: changes it.
    public static let profile = "/v1/me/profile"
    /// `POST`: ends the onboarding if all values that the app requires are present.
    public static let completeProfile = "/v1/me/profile/complete"
    /// `POST`: confirms the caller's identity, for actions that need a recent sign-in.
    public static let confirm = "/v1/me/confirm"
    /// `POST`: links an identity to the caller's account. `DELETE`: unlinks the provider's identity.
    public static let identity = "/v1/me/identities/{provider}"
    /// `POST`: links an identity to the caller's account with a code from `/authorize`.
    public static let identities = "/v1/me/identities"
    /// `POST`: the user's decision about an identity that already has an account.
    public static let merge = "/v1/me/merge"
    /// `POST`: undoes a merge and restores the two accounts.
    public static let undoMerge = "/v1/me/merge/undo"
    /// `POST`: adds an address and a password to the caller's account. `PUT`: changes the password. `DELETE`: removes
    /// both.
    public static let password = "/v1/me/password"
    /// `GET`: the devices that receive the caller's push notifications.
    public static let devices = "/v1/me/devices"
    /// `PUT`: registers the caller's device for push notifications. `DELETE`: removes the registration.
    public static let device = "/v1/me/devices/{installation}"
    /// `GET`: the events of the caller's account.
    public static let events = "/v1/me/events"
    /// `POST`: the token exchange for apps with their own `POST /auth/google` client.
    public static let contractGoogle = "/auth/google"
    /// `POST`: the token exchange for apps with their own `POST /auth/apple` client.
    public static let contractApple = "/auth/apple"
}
