/// The native API's paths: the same constants make the server's routes and the SDK's requests.
public enum APIRoute {
    /// `POST`: a nonce for the next sign-in.
    public static let challenges = "/v1/challenges"
    /// `POST`: sign-in with the ID token of any provider but Apple.
    public static let signInProvider = "/v1/sign-in/{provider}"
    /// `POST`: sign-in with Apple's ID token.
    public static let signInApple = "/v1/sign-in/apple"
    /// `POST`: a guest's account.
    public static let signInAnonymous = "/v1/sign-in/anonymous"
    /// `POST`: sign-in with an address and a password.
    public static let signInPassword = "/v1/sign-in/password"
    /// `POST`: an account with an address and a password.
    public static let signUpPassword = "/v1/sign-up/password"
    /// `POST`: sign-in with a code that was sent.
    public static let signInCode = "/v1/sign-in/code"
    /// `POST`: ends a sign-in with a second factor, or has a code for it sent to a phone.
    public static let signInSecondFactor = "/v1/sign-in/second-factor"
    /// `GET`: the caller's second factors. `POST`: begins to add one.
    public static let secondFactors = "/v1/me/second-factors"
    /// `POST`: adds the one that was begun, with its first code.
    public static let confirmSecondFactor = "/v1/me/second-factors/confirm"
    /// `DELETE`: takes one from the account.
    public static let secondFactor = "/v1/me/second-factors/{id}"
    /// `POST`: proves again who the caller is, by a second factor.
    public static let confirmBySecondFactor = "/v1/me/confirm/second-factor"
    /// `POST`: proves again who the caller is, by the account's password.
    public static let confirmByPassword = "/v1/me/confirm/password"
    /// Proves again who the caller is, by a code that was sent.
    public static let confirmByCode = "/v1/me/confirm/code"
    /// `POST`: makes recovery codes.
    public static let recoveryCodes = "/v1/me/recovery-codes"
    /// `POST`: has a code sent to somebody.
    public static let codes = "/v1/codes"
    /// `POST`: another password, by a code that was mailed.
    public static let codePassword = "/v1/codes/password"
    /// `POST`: shows, by a code, that an address or a number is its person's.
    public static let codeVerification = "/v1/codes/verification"
    /// `POST`: has a code sent to the caller.
    public static let ownCodes = "/v1/me/codes"
    /// `POST`: an account for a registration ticket.
    public static let signUp = "/v1/sign-up"
    /// `POST`: new tokens for a session.
    public static let refresh = "/v1/sessions/refresh"
    /// `GET`: the caller's sessions. `DELETE`: ends all but the current one.
    public static let sessions = "/v1/sessions"
    /// `GET` and `DELETE`: one session, by id or `current`.
    public static let session = "/v1/sessions/{id}"
    /// `GET`: the caller's account. `DELETE`: deletes it.
    public static let me = "/v1/me"
    /// `GET`: all that is kept about the caller.
    public static let export = "/v1/me/export"
    /// `GET`: the caller's profile. `PATCH`: changes it.
    public static let profile = "/v1/me/profile"
    /// `POST`: ends the onboarding, when all that the app requires is there.
    public static let completeProfile = "/v1/me/profile/complete"
    /// `POST`: proves again who the caller is, for what needs a recent sign-in.
    public static let confirm = "/v1/me/confirm"
    /// `POST`: binds an identity to the caller's account. `DELETE`: takes the provider's identity from it.
    public static let identity = "/v1/me/identities/{provider}"
    /// `POST`: binds the identity that a code of `/authorize` stands for to the caller's account.
    public static let identities = "/v1/me/identities"
    /// `POST`: what the person decided about an identity that has an account of its own.
    public static let merge = "/v1/me/merge"
    /// `POST`: makes two accounts again of the one that they were merged into.
    public static let undoMerge = "/v1/me/merge/undo"
    /// `POST`: an address and a password for the caller. `PUT`: another password. `DELETE`: takes both from the account.
    public static let password = "/v1/me/password"
    /// `GET`: the devices at which the caller's pushes arrive.
    public static let devices = "/v1/me/devices"
    /// `PUT`: registers the caller's device for pushes. `DELETE`: takes the registration back.
    public static let device = "/v1/me/devices/{installation}"
    /// `GET`: what happened to the caller's account.
    public static let events = "/v1/me/events"
    /// `POST`: the contract of apps with their own `POST /auth/google` client.
    public static let contractGoogle = "/auth/google"
    /// `POST`: the same with Apple's ID token.
    public static let contractApple = "/auth/apple"
}
