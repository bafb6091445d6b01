import SesameAccounts
import SesameCore

extension SignInAnswer {
    init(_ result: SignInResult) {
        self.init(
            tokens: TokenAnswer(result.tokens), isNewUser: result.isNewUser, user: UserBody(result.view))
    }
}

extension LinkAnswer {
    init(_ result: LinkResult) {
        self.init(outcome: result.outcome, tokens: TokenAnswer(result.tokens), user: UserBody(result.view))
    }
}

extension ConflictBody {
    /// The ticket with what there is to decide on.
    init(_ conflict: Refusal.Conflict) {
        self.init(
            ticket: conflict.ticket, expiresIn: conflict.expiresIn, account: UserBody(conflict.account),
            merge: conflict.merge.map { MergePreview(user: UserBody($0.result), overridden: $0.overridden) })
    }
}

extension TokenAnswer {
    init(_ tokens: SessionTokens) {
        self.init(
            accessToken: tokens.accessToken, expiresIn: tokens.expiresIn, refreshToken: tokens.refreshToken,
            sessionID: tokens.session.description)
    }
}

extension UserBody {
    init(_ view: AccountView) {
        let claims = view.claims
        self.init(
            uid: view.account.id.description, email: claims.email, emailVerified: claims.emailVerified,
            displayName: claims.nameToShow, photoURL: claims.photoURL, isAnonymous: view.isAnonymous,
            role: view.account.role, providers: view.identities.map(\.provider.rawValue),
            creationTime: view.account.createdAt.secondsSince1970,
            lastSignInTime: view.account.lastSignInAt.secondsSince1970, profile: view.account.profile)
    }
}
