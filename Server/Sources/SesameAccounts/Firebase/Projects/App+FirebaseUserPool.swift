import SesameCore
import SesameTokens

extension App {
    /// The app in the configuration, whose operator manages these accounts.
    package var configured: AppID { firebase?.configured ?? id }

    /// Returns an app for a project that a test has made up, with this app's settings.
    func standingIn(forFirebaseProject project: String) -> App {
        var app = self
        app.id = AppID(ofProject: project)
        app.firebase?.configured = configured
        app.firebase?.projectID = project
        return app
    }

    /// Returns the app with all features of Firebase's emulator: every sign-in method, and passwords of six characters.
    func emulated(with definitions: ProviderDirectory) -> App {
        var app = self
        app.allowsAnonymous = true
        app.passwords = PasswordPolicy(
            minimum: PasswordPolicy.lowestMinLength, allowsLinks: true, allowsPhones: true, allowsCommon: true)
        for provider in definitions.all.map(\.provider) where app.providers[provider] == nil {
            app.providers[provider] = ProviderSettings(clientIDs: ["emulator"], defaultNonceForm: .raw)
        }
        app.firebase?.usualRules = .emulated
        app.firebase?.rules = .emulated
        return app
    }

    /// Returns the app with the stored settings of its project.
    func with(_ population: FirebaseUserPool?) -> App {
        guard let population, let settings = firebase else { return self }
        var app = self
        app.firebase?.rules = settings.usualRules.with(project: population.settings)
        return app
    }

    /// Returns the app of one of the project's tenants.
    func tenant(_ population: FirebaseUserPool) -> App {
        var app = self
        app.id = population.id
        app.firebase?.configured = configured
        app.firebase?.tenant = population.tenant
        if let rules = firebase?.rules.with(tenant: population.settings) {
            app.firebase?.rules = rules
            app.allowsAnonymous = allowsAnonymous && rules.allowsAnonymous
        }
        return app
    }
}
