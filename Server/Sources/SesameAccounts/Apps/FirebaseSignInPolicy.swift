import SesameCore

/// The sign-in methods that a Firebase project or tenant allows.
package struct FirebaseSignInPolicy: Sendable, Equatable {
    /// True if all sign-ins are disabled (`disableAuth` of a tenant).
    package var isDisabled = false
    /// True if sign-in by password is allowed (`allowPasswordSignup` of a tenant).
    package var allowsPasswords = true
    /// True if sign-in by email link is allowed (`enableEmailLinkSignin` of a tenant).
    package var allowsLinks = true
    /// True if guest accounts are allowed (`enableAnonymousUser` of a tenant).
    package var allowsAnonymous = true
    /// True if several accounts may have the same email address, each from a different provider. False if there is one
    /// account per address.
    package var allowsDuplicateEmails = true
    /// True if responses hide the existence of an account.
    package var emailEnumerationProtection = true

    /// Creates a policy that allows all sign-ins and duplicate email addresses, and hides the existence of accounts.
    package init() {}

    /// The policy of Firebase's emulator: one account per address, and the existence of accounts is revealed.
    static let emulated: FirebaseSignInPolicy = {
        var rules = FirebaseSignInPolicy()
        rules.allowsDuplicateEmails = false
        rules.emailEnumerationProtection = false
        return rules
    }()

    /// Returns the policy with a project's settings; a missing setting stays unchanged. Only an emulator lets callers
    /// change either setting.
    func with(project settings: JSONObject) -> FirebaseSignInPolicy {
        var rules = self
        rules.allowsDuplicateEmails = settings["signIn"]?["allowDuplicateEmails"]?.bool ?? allowsDuplicateEmails
        rules.emailEnumerationProtection =
            settings["emailPrivacyConfig"]?["enableImprovedEmailPrivacy"]?.bool ?? emailEnumerationProtection
        return rules
    }

    /// Returns the policy with a tenant's settings; a missing setting is off.
    func with(tenant settings: JSONObject) -> FirebaseSignInPolicy {
        var rules = self
        rules.isDisabled = settings["disableAuth"]?.bool ?? false
        rules.allowsPasswords = settings["allowPasswordSignup"]?.bool ?? false
        rules.allowsLinks = settings["enableEmailLinkSignin"]?.bool ?? false
        rules.allowsAnonymous = settings["enableAnonymousUser"]?.bool ?? false
        return rules
    }
}
