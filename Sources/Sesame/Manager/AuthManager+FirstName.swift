package import SesameCore
import SesameWire

extension AuthManager {
    /// The maximum number of names from Apple that this device stores until their users' first sign-in succeeds.
    static let nameLimit = 16

    /// Checks that the store can be read, and throws if it cannot, for example on a locked device. Call this before you
    /// read an app's preferences, which appear empty on a locked device.
    package func requireReadableStore() throws(AuthError) {
        _ = try store.read(.names)
    }

    /// Stores a name for the user's next sign-in with Apple, unless a name of that user is already stored. Use this for
    /// names that an app stored before it used this library. Throws if the name cannot be stored; the app must then
    /// keep it.
    package func savePendingName(_ name: FirstSignInName) throws(AuthError) {
        try store { names in
            if !names.contains(where: { $0.isSamePerson(as: name) }) { names.append(name) }
        }
    }

    private static func keeping(_ name: FirstSignInName) -> (inout [FirstSignInName]) -> Void {
        { names in
            names.removeAll { $0.isSamePerson(as: name) }
            names.append(name)
        }
    }

    /// Returns an Apple credential with the stored name of its user, if there is one. If the credential itself contains
    /// a name, stores that name and returns the credential unchanged.
    func keepingName(in credential: AuthCredential) -> AuthCredential {
        guard case .apple(let idToken, let nonce, let role, let code, let given) = credential,
            let user = UnverifiedClaims(idToken)?["sub"]
        else { return credential }
        if let given, !given.isEmpty {
            update(Self.keeping(FirstSignInName(appleUser: user, name: given)))
            return credential
        }
        guard let kept = keptNames.last(where: { $0.appleUser.hasSameBytes(as: user) }) else { return credential }
        return .apple(idToken: idToken, nonce: nonce, role: role, authorizationCode: code, name: kept.name)
    }

    /// Removes the stored name of the credential's user, after the server has received it.
    func forgetName(of credential: AuthCredential) {
        switch credential {
        case .apple(let idToken, _, _, _, let name?):
            guard let user = UnverifiedClaims(idToken)?["sub"] else { return }
            forget(FirstSignInName(appleUser: user, name: name))
        case .registration, .secondFactor:
            if let name = pendingSignIn(of: credential)?.name { forget(name) }
        default: return
        }
    }

    private func forget(_ name: FirstSignInName) {
        guard keptNames.contains(where: { $0.isSamePerson(as: name) }) else { return }
        update { names in names.removeAll { $0.isSamePerson(as: name) } }
    }

    /// The names in the store and in memory; only those in memory while the store cannot be read.
    private var keptNames: [FirstSignInName] {
        let stored = Result { () throws(AuthError) in try store.loadNames() }
        return ((try? stored.get()) ?? []) + unstoredNames
    }

    /// Changes the stored names, or those in memory as long as they cannot be stored.
    private func update(_ change: (inout [FirstSignInName]) -> Void) {
        do throws(AuthError) {
            try store(change)
        } catch {
            change(&unstoredNames)
            unstoredNames = unstoredNames.suffix(Self.nameLimit)
        }
    }

    private func store(_ change: (inout [FirstSignInName]) -> Void) throws(AuthError) {
        try store.withExclusiveAccess { () throws(AuthError) in
            let stored = try store.loadNames()
            var names = stored + unstoredNames
            change(&names)
            let kept = Array(names.suffix(Self.nameLimit))
            if kept != stored { try store.saveNames(kept) }
        }
        unstoredNames = []
    }
}

extension FirstSignInName {
    fileprivate func isSamePerson(as other: FirstSignInName) -> Bool {
        appleUser.hasSameBytes(as: other.appleUser)
    }
}

extension PersonName {
    fileprivate var isEmpty: Bool { (givenName ?? "").isEmpty && (familyName ?? "").isEmpty }
}
