import SesameCore

extension AccountUpdate {
    /// Returns the scopes that the update requires on an existing account.
    ///
    /// An update that sets a sign-in method requires ``AdminScope/usersActAs``, because its sender could sign in to the
    /// account. The removal of a sign-in method gives no access, and requires ``AdminScope/usersRecover``. For a new
    /// account, which has no user data yet, any update requires ``AdminScope/usersWrite``.
    func scopes(on view: AccountRecord) -> Set<AdminScope> {
        var scopes = Set<AdminScope>()
        if setsWayIn || addsFactor(to: view) { scopes.insert(.usersActAs) }
        if removesWayIn || removesFactor(of: view) { scopes.insert(.usersRecover) }
        if writesRest || scopes.isEmpty { scopes.insert(.usersWrite) }
        return scopes
    }

    private var setsWayIn: Bool {
        email != nil || isEmailVerified != nil || isPhoneVerified != nil || password != nil || foreignPassword != nil
            || phone.value != nil || !addedIdentities.isEmpty
    }

    private var removesWayIn: Bool {
        if case .remove = phone { return true }
        return removal != nil || !removedProviders.isEmpty || !removedCredentials.isEmpty
    }

    /// Returns true if the account has anything that the update removes.
    func takesSomething(from view: AccountRecord) -> Bool {
        if case .remove = phone, view.login(.phone) != nil { return true }
        switch removal {
        case .email where view.login(.email) != nil: return true
        case .password where view.logins.contains { $0.password != nil }: return true
        default: break
        }
        return removesFactor(of: view) || view.identities.contains { removedProviders.contains($0.provider) }
            || view.logins.contains { removedCredentials.contains($0.kind) }
    }

    private var writesRest: Bool {
        if case .keep = displayName, case .keep = photoURL, isDisabled == nil, claims == nil, tokensValidAfter == nil {
            return false
        }
        return true
    }

    /// Returns true if the update adds a factor to the account, or changes the number of an existing one.
    func addsFactor(to view: AccountRecord) -> Bool {
        factors?.contains { stated in
            !view.factors.contains { stated.isSame(as: $0) && stated.number == $0.number }
        } ?? false
    }

    private func removesFactor(of view: AccountRecord) -> Bool {
        guard let factors else { return false }
        return view.factors.contains { known in !factors.contains { $0.isSame(as: known) } }
    }
}
