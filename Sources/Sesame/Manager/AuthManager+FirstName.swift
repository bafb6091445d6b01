package import SesameCore
import SesameWire

extension AuthManager {
    /// More names than these are not kept: they are for people whose first sign-in failed on this device.
    static let nameLimit = 16

    /// Throws while the store cannot be read, as on a device that is locked: preferences read as empty there.
    package func requireReadableStore() throws(AuthError) {
        _ = try store.read(.names)
    }

    /// Keeps a name for the next sign-in of that person with Apple, unless Apple's sheet has given one: for what an app
    /// has kept before it had this library. Throws when it could not be stored, so that the app keeps it meanwhile.
    package func keep(_ name: FirstSignInName) throws(AuthError) {
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

    /// The credential with the name that is kept for its person; a name that it has itself is kept first.
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

    /// The server has acknowledged the credential with its name.
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

    /// A store that cannot be read has none; what it has is found at the next sign-in.
    private var keptNames: [FirstSignInName] {
        let stored = Result { () throws(AuthError) in try store.loadNames() }
        return ((try? stored.get()) ?? []) + unstoredNames
    }

    /// Changes the stored names or, as long as they cannot be stored, those in memory.
    private func update(_ change: (inout [FirstSignInName]) -> Void) {
        do throws(AuthError) {
            try store(change)
        } catch {
            change(&unstoredNames)
            unstoredNames = unstoredNames.suffix(Self.nameLimit)
        }
    }

    private func store(_ change: (inout [FirstSignInName]) -> Void) throws(AuthError) {
        try store.exclusively { () throws(AuthError) in
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
