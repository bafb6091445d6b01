import Foundation
import SesameCore
import SesameWire

/// The role and profile fields that a guest states with the first sign-in method.
struct GuestUpgrade: Sendable {
    let app: App
    /// The role, in apps with roles. For other accounts than guests it must be the account's own.
    let role: String?
    /// The profile fields; empty for other accounts than guests.
    let profile: JSONObject

    /// Returns the error if the form's role or profile is not allowed for the account.
    func refusal(for view: AccountRecord) -> AccountError? {
        refusal(ofRoleFor: view) ?? refusal(ofProfileFor: view)
    }

    /// Returns the guest account, upgraded: uid, profile and creation time stay.
    ///
    /// - Parameter claims: The provider's claims about the user.
    func upgraded(_ guest: Account, claims: IdentityClaims?, at now: Date) -> Account {
        var account = guest
        account.role = account.role ?? role
        account.profile = app.profile.profile(
            ofUpgraded: account.profile, given: profile, claims: app.signUp == .explicit ? nil : claims, at: now)
        account.lastSignInAt = max(now, account.lastSignInAt)
        return account
    }

    /// Returns the error if the role is invalid. A guest has no role until the upgrade; other accounts cannot change
    /// theirs here.
    private func refusal(ofRoleFor view: AccountRecord) -> AccountError? {
        guard let own = view.account.role else { return view.isAnonymous ? app.refusal(ofRole: role) : nil }
        return role?.hasSameBytes(as: own) == false ? .otherRole : nil
    }

    /// Returns the error if the profile is invalid. An upgraded guest states the fields of a registration form; a link
    /// does not change the profile of other accounts.
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
    /// Returns the view with one more identity.
    func adding(_ identity: Identity) -> AccountRecord {
        AccountRecord(account: account, identities: identities + [identity], logins: logins, factors: factors)
    }

    /// Returns the view with one more local credential.
    func adding(_ login: LocalCredential) -> AccountRecord {
        AccountRecord(account: account, identities: identities, logins: logins + [login], factors: factors)
    }
}
