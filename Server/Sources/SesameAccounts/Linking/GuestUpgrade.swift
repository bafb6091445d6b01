import Foundation
import SesameCore
import SesameWire

/// The role and profile fields that a guest provides with the first sign-in method.
struct GuestUpgrade: Sendable {
    let app: App
    /// The guest's role, in apps with roles. For an account that has a role, it must be the same role or nil.
    let role: String?
    /// The guest's profile fields; must be empty for an account that is not a guest.
    let profile: JSONObject

    /// Returns the error if the role or the profile is not allowed for the account; otherwise nil.
    func refusal(for view: AccountRecord) -> AccountError? {
        refusal(ofRoleFor: view) ?? refusal(ofProfileFor: view)
    }

    /// Returns the guest account with the role and profile fields added. The uid and creation time do not change.
    ///
    /// - Parameter claims: The provider's claims about the user; nil for a local credential.
    func upgraded(_ guest: Account, claims: IdentityClaims?, at now: Date) -> Account {
        var account = guest
        account.role = account.role ?? role
        account.profile = app.profile.profile(
            ofUpgraded: account.profile, given: profile, claims: app.signUp == .explicit ? nil : claims, at: now)
        account.lastSignInAt = max(now, account.lastSignInAt)
        return account
    }

    /// Returns the error if the role is invalid; otherwise nil. A guest without a role may choose one; an account with
    /// a role may only repeat it.
    private func refusal(ofRoleFor view: AccountRecord) -> AccountError? {
        guard let own = view.account.role else { return view.isAnonymous ? app.refusal(ofRole: role) : nil }
        return role?.hasSameBytes(as: own) == false ? .otherRole : nil
    }

    /// Returns the error if the profile is invalid; otherwise nil. A guest needs the fields of a registration form; for
    /// every other account, the profile must be empty.
    private func refusal(ofProfileFor view: AccountRecord) -> AccountError? {
        guard view.isAnonymous else {
            return profile.members.isEmpty
                ? nil
                : AccountError(.invalidRequest, "linking can set profile fields only for a guest", field: "profile")
        }
        return app.profile.refusal(ofRegistrationWith: profile)
            ?? app.refusal(ofSignUpWith: view.account.profile.fields.merging(profile))
    }
}

extension AccountRecord {
    func adding(_ identity: Identity) -> AccountRecord {
        AccountRecord(account: account, identities: identities + [identity], logins: logins, factors: factors)
    }

    func adding(_ login: LocalCredential) -> AccountRecord {
        AccountRecord(account: account, identities: identities, logins: logins + [login], factors: factors)
    }
}
