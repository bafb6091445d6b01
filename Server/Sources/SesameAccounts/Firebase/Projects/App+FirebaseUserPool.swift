import SesameCore
import SesameTokens

extension App {
    /// The id of the configured app from which a tenant or an unconfigured project is derived; the app's own id if it
    /// is configured itself.
    package var configuredAppID: AppID { firebase?.configuredAppID ?? id }

    /// Returns a copy of the app for a project id that is not configured, such as one that a test chooses.
    func standingIn(forFirebaseProject project: String) -> App {
        var app = self
        app.id = AppID(ofProject: project)
        app.firebase?.configuredAppID = configuredAppID
        app.firebase?.projectID = project
        return app
    }

    /// Returns the app with all features of Firebase's emulator: every sign-in method, and passwords of six characters.
    func emulated(with definitions: ProviderDirectory) -> App {
        var app = self
        app.allowsAnonymous = true
        app.passwords = PasswordPolicy(
            minLength: PasswordPolicy.lowestMinLength, allowsLinks: true, allowsPhones: true, allowsCommon: true)
        for provider in definitions.all.map(\.provider) where app.providers[provider] == nil {
            app.providers[provider] = ProviderSettings(clientIDs: ["emulator"], defaultNonceForm: .raw)
        }
        app.firebase?.usualRules = .emulated
        app.firebase?.rules = .emulated
        return app
    }

    /// Returns the app with the stored settings of its project; the app unchanged if none are stored.
    func with(_ userPool: FirebaseUserPool?) -> App {
        guard let userPool, let settings = firebase else { return self }
        var app = self
        app.firebase?.rules = settings.usualRules.with(project: userPool.settings)
        return app
    }

    /// Returns the app of one of the project's tenants, which allows guests only if the project does.
    func tenant(_ userPool: FirebaseUserPool) -> App {
        var app = self
        app.id = userPool.id
        app.firebase?.configuredAppID = configuredAppID
        app.firebase?.tenant = userPool.tenant
        if let rules = firebase?.rules.with(tenant: userPool.settings) {
            app.firebase?.rules = rules
            app.allowsAnonymous = allowsAnonymous && rules.allowsAnonymous
        }
        return app
    }
}
