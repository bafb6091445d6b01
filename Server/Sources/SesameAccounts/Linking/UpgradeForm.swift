import Foundation
import SesameCore
import SesameWire

/// The role and fields that a guest gives with the first sign-in method.
struct UpgradeForm: Sendable {
    let app: App
    /// The role, in apps with roles. Of others than guests it must be the account's own.
    let role: String?
    /// Profile fields. Nobody else's than a guest's.
    let profile: JSONObject

    /// Returns the error if the account cannot have that sign-in method as well.
    func refusal(for view: AccountView) -> Refusal? {
        refusal(ofRoleFor: view) ?? refusal(ofProfileFor: view)
    }

    /// The guest's account as a person's: uid, profile and creation time stay.
    ///
    /// - Parameter claims: What a provider states of the person.
    func upgraded(_ guest: Account, claims: IdentityClaims?, at now: Date) -> Account {
        var account = guest
        account.role = account.role ?? role
        account.profile = app.profile.profile(
            ofUpgraded: account.profile, given: profile, claims: app.signUp == .explicit ? nil : claims, at: now)
        account.lastSignInAt = max(now, account.lastSignInAt)
        return account
    }

    /// A guest has no role until they sign up by this; everybody else's is not to be chosen again.
    private func refusal(ofRoleFor view: AccountView) -> Refusal? {
        guard let own = view.account.role else { return view.isAnonymous ? app.refusal(ofRole: role) : nil }
        return role?.hasSameBytes(as: own) == false ? .otherRole : nil
    }

    /// A guest who signs up by this gives what a registration form asks for; a link changes nobody else's profile.
    private func refusal(ofProfileFor view: AccountView) -> Refusal? {
        guard view.isAnonymous else {
            return profile.members.isEmpty
                ? nil : Refusal(.invalidRequest, "a link changes no profile but a guest's", field: "profile")
        }
        return app.profile.refusal(ofRegistrationWith: profile)
            ?? app.refusal(ofSignUpWith: view.account.profile.fields.merging(profile))
    }
}

extension AccountView {
    /// The view with one more identity.
    func adding(_ identity: Identity) -> AccountView {
        AccountView(account: account, identities: identities + [identity], logins: logins, factors: factors)
    }

    /// The view with one more login.
    func adding(_ login: Login) -> AccountView {
        AccountView(account: account, identities: identities, logins: logins + [login], factors: factors)
    }
}
