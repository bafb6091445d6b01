package import SesameAccounts
import SesameCore
import SesameWire

extension SignInResponse {
    package init(_ signIn: SignIn, _ tokens: SessionTokens, in apps: AppDirectory) {
        self.init(
            tokens: TokenResponse(tokens), isNewUser: signIn.isNew,
            user: UserBody(signIn.view, claims: apps.claims(of: signIn.view)))
    }
}

extension LinkResponse {
    package init(_ result: LinkResult, _ tokens: SessionTokens, in apps: AppDirectory) {
        self.init(
            outcome: result.outcome, tokens: TokenResponse(tokens),
            user: UserBody(result.view, claims: apps.claims(of: result.view)), undoExpiresIn: result.undoExpiresIn)
    }
}

extension ConflictBody {
    /// Creates a body with the ticket, the identity's account, and the result of a merge if the two accounts can be
    /// merged.
    init(_ conflict: AccountError.IdentityConflict) {
        let app = conflict.app
        self.init(
            ticket: conflict.ticket, expiresIn: conflict.expiresIn,
            account: UserBody(conflict.account, claims: app.claims(of: conflict.account)),
            merge: conflict.merge.map { merge in
                MergePreview(
                    user: UserBody(merge.result, claims: app.claims(of: merge.result)), overridden: merge.overridden)
            })
    }
}

extension TokenResponse {
    package init(_ tokens: SessionTokens) {
        self.init(
            accessToken: tokens.accessToken, expiresIn: tokens.expiresIn, refreshToken: tokens.refreshToken,
            sessionID: tokens.session.description)
    }
}

extension UserBody {
    /// Creates the user in the native API's format, from an account record.
    ///
    /// - Parameter claims: The claims that clients of the account's app see; placeholders in a pseudonymous app.
    package init(_ view: AccountRecord, claims: SesameAccounts.IdentityClaims) {
        self.init(
            uid: view.account.id.description, email: claims.email, emailVerified: claims.emailVerified,
            displayName: claims.nameToShow, photoURL: claims.photoURL, isAnonymous: view.isAnonymous,
            role: view.account.role, providers: view.methods,
            creationTime: view.account.createdAt.secondsSince1970,
            lastSignInTime: view.account.lastSignInAt.secondsSince1970, profile: view.account.profile.fields,
            onboarding: OnboardingStatus(view.account.profile.onboarding))
    }
}

extension OnboardingStatus {
    package init(_ onboarding: Onboarding) {
        switch onboarding {
        case .notStarted: self.init(state: .notStarted)
        case .inProgress(let step): self.init(state: .inProgress, step: step)
        case .completed: self.init(state: .completed)
        }
    }
}

extension ProfileBody {
    /// Creates the body of an account's profile under its app's schema.
    package init(_ view: AccountRecord, by schema: ProfileSchema) {
        let account = view.account
        self.init(
            version: account.profile.version, fields: schema.document(of: view),
            onboarding: OnboardingStatus(account.profile.onboarding), missing: schema.missing(of: view),
            creationTime: account.createdAt.secondsSince1970, lastSignInTime: account.lastSignInAt.secondsSince1970,
            updateTime: account.profile.updatedAt.secondsSince1970, claims: view.identities.map(ProviderClaimsBody.init)
        )
    }
}

extension ProviderClaimsBody {
    init(_ identity: Identity) {
        let claims = identity.claims
        self.init(
            provider: identity.provider.rawValue, email: claims.email, emailVerified: claims.emailVerified,
            givenName: claims.givenName, familyName: claims.familyName, displayName: claims.displayName,
            photoURL: claims.photoURL)
    }
}
