import SesameCore

/// Which sign-ins a Firebase project or tenant lets in, as its operator has said.
package struct FirebaseRules: Sendable, Equatable {
    /// True if nobody signs in at all.
    package var isDisabled = false
    /// True if people have passwords.
    package var allowsPasswords = true
    /// True if people sign in by mailed links.
    package var allowsLinks = true
    /// True if there are guests.
    package var allowsGuests = true
    /// True if an address that several providers state is several accounts'. Else the one account with it is meant.
    package var allowsDuplicateEmails = true
    /// True if nobody is told who has an account.
    package var hidesAccounts = true

    /// Rules that let everything in, and tell nobody anything.
    package init() {}

    /// The rules of Firebase's emulator: one account per address, and everybody is told of it.
    static let emulated: FirebaseRules = {
        var rules = FirebaseRules()
        rules.allowsDuplicateEmails = false
        rules.hidesAccounts = false
        return rules
    }()

    /// The rules with what was said of a project. Only an emulator can be told to say who has an account.
    func with(project settings: JSONObject) -> FirebaseRules {
        var rules = self
        rules.allowsDuplicateEmails = settings["signIn"]?["allowDuplicateEmails"]?.bool ?? allowsDuplicateEmails
        rules.hidesAccounts =
            settings["emailPrivacyConfig"]?["enableImprovedEmailPrivacy"]?.bool ?? hidesAccounts
        return rules
    }

    /// The rules with what was said of a tenant; what was not said is off.
    func with(tenant settings: JSONObject) -> FirebaseRules {
        var rules = self
        rules.isDisabled = settings["disableAuth"]?.bool ?? false
        rules.allowsPasswords = settings["allowPasswordSignup"]?.bool ?? false
        rules.allowsLinks = settings["enableEmailLinkSignin"]?.bool ?? false
        rules.allowsGuests = settings["enableAnonymousUser"]?.bool ?? false
        return rules
    }
}
