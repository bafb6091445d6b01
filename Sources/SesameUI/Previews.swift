#if canImport(SwiftUI) && DEBUG
    import Sesame
    import SesameCore
    import SesameTexts
    import SwiftUI

    /// Creates the client of an app without a server: each sign-in succeeds with a sample user.
    @MainActor private func client(
        signedInAs user: UserAuthInfo? = nil, onboarding: SesameClient.Onboarding = .none, roles: [String] = []
    ) -> SesameClient {
        SesameClient(
            .mock(signedInAs: user), onboarding: onboarding, allowsGuests: true, allowsPasswords: true, roles: roles)
    }

    /// Returns a sample app: the gate, and the account screen as its content.
    @MainActor private func app(_ client: SesameClient, _ texts: Texts = Texts(.english)) -> some View {
        AuthGate(client, fields: fields, texts: texts) { _ in
            NavigationStack { AccountView(client, fields: fields, texts: texts) }
        }
    }

    private let fields = [
        RegistrationField("givenName", .givenName, isRequired: true),
        RegistrationField("familyName", .familyName, isRequired: true), RegistrationField("email", .email),
    ]

    #Preview("Sign-in") { app(client()) }

    #Preview("Sign-in in French") { app(client(), Texts(.french)) }

    #Preview("Sign-in with roles") {
        app(client(roles: ["actor", "agency"]), Texts(.english, roles: ["actor": "Actor", "agency": "Agency"]))
    }

    #Preview("Registration") {
        NavigationStack {
            RegistrationView(
                client().state,
                form: RegistrationForm(
                    RegistrationOffer(
                        ticket: Secret("preview"), expiresIn: .seconds(600),
                        prefill: .init(email: "test.user.1@example.com", givenName: "Test", familyName: "User 1"))),
                fields: fields, texts: Texts(.english))
        }
    }

    #Preview("Second step") {
        NavigationStack {
            SecondFactorView(
                client().state,
                form: SecondFactorForm(
                    SecondFactorChallenge(
                        ticket: Secret("preview"), expiresIn: .seconds(600),
                        factors: [
                            SecondFactorInfo(id: "1", kind: .authenticator),
                            SecondFactorInfo(id: "2", kind: .phone, phone: "+33 •• •• •• 12"),
                        ],
                        hasRecoveryCodes: true)),
                texts: Texts(.english))
        }
    }

    #Preview("Onboarding") {
        let steps = OnboardingSteps("name", "city", "photo")
        NavigationStack {
            OnboardingContainer(client().state, at: steps.all[1], steps: steps, texts: Texts(.english)) { _ in
                true
            } content: { step in
                Text(step.rawValue)
            }
        }
    }

    #Preview("Account") { app(client(signedInAs: .mock(providers: ["google", "password"]))) }

    #Preview("Guest account") { app(client(signedInAs: .mock(isAnonymous: true))) }
#endif
