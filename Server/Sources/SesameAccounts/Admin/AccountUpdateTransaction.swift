import Foundation
import SesameCore
import SesameWire

/// The execution of an operator's update in one transaction: on an existing account or on a new one.
struct AccountUpdateTransaction: Sendable {
    let order: AccountUpdate
    let app: App
    let now: Date
    let context: RequestContext
    var password: PasswordHash?
    /// The function that creates the ids of new second factors.
    let newID: @Sendable () -> String
    /// The sender of the emails that notify a user of a removed sign-in method; nil for none.
    let notices: Notices?
    /// The cipher that decrypts undo links; nil for a new account, which has none.
    var codes: OneTimeCodeCipher?

    /// Returns the error if an account with the id cannot be created; nil if it can.
    ///
    /// - Parameter tombstone: The tombstone that a deleted account with the id has left.
    func refusal(
        ofMaking id: AccountID, unlessDeleted tombstone: [UInt8]?, _ transaction: any StorageTransaction
    ) throws(StorageError) -> AccountError? {
        guard try transaction.account(id, in: app.id) == nil else { return .accountExists }
        if let tombstone, try transaction.hasTombstone(tombstone) { return .deletedID }
        if let refusal = app.refusal(ofRole: nil) { return refusal }
        return try refusal(for: nil, transaction)
    }

    /// Creates the account; call `refusal(ofMaking:unlessDeleted:_:)` first. An account with neither an email address,
    /// a phone number nor an identity is identified by its id alone: the app's back end vouches for the user.
    func make(_ id: AccountID, _ transaction: any StorageTransaction) throws(StorageError) -> AccountWithMetadata {
        var login: LocalCredential?
        if order.email == nil, order.phone.value == nil, order.addedIdentities.isEmpty {
            login = vouched(id)
        }
        let account = NewAccount(
            id: id, app: app, role: nil, profile: app.profile.newProfile(given: nil, claims: nil, at: now),
            identity: nil, login: login)
        return try write(try account.insert(transaction, at: now, context: context), transaction)
    }

    /// Changes an account. Throws if the update is invalid or requires a scope that is not in `scopes`.
    ///
    /// Only ``AdminScope/usersActAs`` allows the removal of the last reliable sign-in method.
    func change(
        _ id: AccountID, with scopes: Set<AdminScope>, _ transaction: any StorageTransaction
    ) throws(StorageError) -> AccountWithMetadata {
        guard let view = try transaction.view(of: id, in: app.id) else { throw .refused(.noSuchAccount) }
        let needed = order.scopes(on: view)
        for scope in needed.sorted() {
            if let refusal = scopes.refusal(of: scope) { throw .refused(refusal) }
        }
        if let refusal = try refusal(for: view, transaction) { throw .refused(refusal) }
        let isRemoval = needed.contains(.usersRecover)
        if isRemoval, !scopes.contains(.usersActAs), !leavesWayIn(to: view) { throw .refused(.lastWayIn) }
        let changed = try write(view, transaction)
        // A new address from an operator is final: no earlier undo link may replace it.
        let isNewOwner = order.email.map { view.login(.email)?.name.hasSameBytes(as: $0.description) != true } ?? false
        if isNewOwner || !order.addedIdentities.isEmpty, let codes {
            try transaction.deleteUndoLinks(of: id, in: app.id, codes, at: now)
        }
        if order.takesSomething(from: view) {
            try transaction.endAll(of: id, in: app.id, at: now)
            try notices?.tell(.methodRemoved, everyProvedAddressOf: view, of: app, at: now, transaction)
        }
        return changed
    }

    /// Returns true if the user can still sign in without the app's back end after the update.
    private func leavesWayIn(to view: AccountRecord) -> Bool {
        let isPhoneGone = if case .remove = order.phone { true } else { order.removedCredentials.contains(.phone) }
        let isEmailGone = order.removal == .email || order.removedCredentials.contains(.email)
        let usable = view.logins.filter { login in
            switch login.kind {
            case .email: true
            case .phone: app.passwords?.allowsPhones == true
            case .custom: false
            }
        }
        let gone = usable.filter { login in
            login.kind == .phone
                ? isPhoneGone : isEmailGone || order.removal == .password && app.passwords?.allowsLinks != true
        }
        return AccountRecord(account: view.account, identities: view.identities, logins: usable)
            .keepsWayIn(without: view.identities.filter { order.removedProviders.contains($0.provider) }, gone)
    }

    /// Returns the error if the update cannot be done; called before anything is written.
    private func refusal(
        for view: AccountRecord?, _ transaction: any StorageTransaction
    ) throws(StorageError) -> AccountError? {
        if let email = order.email, let owner = try transaction.login(.email, name: email.description, in: app.id),
            owner.account != view?.account.id
        {
            return .emailInUse
        }
        if let phone = order.phone.value,
            let owner = try transaction.login(.phone, name: phone.description, in: app.id),
            owner.account != view?.account.id
        {
            return .phoneInUse
        }
        for identity in order.addedIdentities {
            guard (1...255).contains(identity.subject.utf8.count), !identity.subject.hasNull else { return .noSubject }
            guard identity.claims.isTidy else { return .untidyIdentity }
            let owner = try transaction.identity(identity.provider, subject: identity.subject, in: app.id)
            guard owner == nil else { return .identityInUse }
            let known = view?.identities.contains { $0.provider == identity.provider } ?? false
            guard !known || order.removedProviders.contains(identity.provider) else { return .identityInUse }
        }
        if password != nil, !order.isVouchedFor, order.email == nil, view?.login(.email) == nil {
            return .passwordWithoutEmail
        }
        if app.privacy.isPseudonymous, order.isPersonal { return .keepsNothingPersonal }
        if let refusal = refusalOfFactors(for: view) ?? refusalOfAddress(for: view) { return refusal }
        if makesOneProofForTwo(of: view) { return .oneProofForTwo }
        var details = AccountMetadata(app: app.id, account: AccountID(""))
        order.apply(to: &details, at: now)
        return details.refusal()
    }

    private func write(
        _ view: AccountRecord, _ transaction: any StorageTransaction
    ) throws(StorageError) -> AccountWithMetadata {
        let id = view.account.id
        let isWithoutPassword = try removePassword(of: view, transaction)
        let isNewAddress = try writeEmail(of: view, transaction)
        let isWithoutNumber = try writePhone(of: view, transaction)
        var account = view.account
        if try remove(from: view, transaction) || isWithoutNumber || order.removal == .email {
            // Otherwise the removed method would return by its address, or by the undo of a merge.
            account.allowsEmailLinking = false
            try transaction.update(account)
            try transaction.deleteMergeRecord(of: id, in: app.id)
        }
        for identity in order.addedIdentities {
            try transaction.insert(
                Identity(
                    app: app.id, provider: identity.provider, subject: identity.subject, account: id,
                    claims: identity.claims,
                    linkableEmail: identity.claims.linkableEmail(
                        of: identity.subject, at: identity.provider, in: app), createdAt: now))
            try transaction.insert(
                SecurityEvent(
                    kind: .identityLinked, app: app.id, account: id, session: nil, at: now, context: context,
                    detail: identity.provider.rawValue))
        }
        try writeFactors(of: view, transaction)
        let known = try transaction.details(of: id, in: app.id) ?? AccountMetadata(app: app.id, account: id)
        var details = known
        order.apply(to: &details, at: now)
        if details != known { try transaction.put(details) }
        if password != nil || isNewAddress || isWithoutPassword || order.tokensValidAfter != nil {
            try transaction.endAll(of: id, in: app.id, at: now)
        }
        try disable(account, transaction)
        try vouch(for: view, transaction)
        guard let changed = try transaction.detailedAccount(id, in: app.id) else {
            throw .corrupt("an account that was just written is missing")
        }
        return changed
    }

    /// Applies the update's changes of the email address and of the password.
    ///
    /// - Returns: True if an existing address was replaced or removed.
    private func writeEmail(
        of view: AccountRecord, _ transaction: any StorageTransaction
    ) throws(StorageError) -> Bool {
        let known = view.login(.email)
        if order.removal == .email {
            guard let known else { return false }
            try transaction.delete(known)
            try transaction.note(.loginRemoved, known, at: now, context: context)
            if order.isVouchedFor, let kept = known.password {
                try keep(kept, from: known.passwordChangedAt, for: view, transaction)
            }
            return true
        }
        guard let name = order.email?.description ?? known?.name else {
            if let password { try keep(password, from: now, for: view, transaction) }
            return false
        }
        let isSame = known?.name.hasSameBytes(as: name) == true
        var login =
            known.map { isSame ? $0 : $0.renamed(name) }
            ?? LocalCredential(app: app.id, kind: .email, name: name, account: view.account.id, createdAt: now)
        if known == nil, var waiting = view.login(.custom), waiting.password != nil {
            (login.password, login.passwordChangedAt) = (waiting.password, waiting.passwordChangedAt)
            (waiting.password, waiting.passwordChangedAt) = (nil, nil)
            try transaction.update(waiting)
        }
        if let isVerified = order.isEmailVerified {
            (login.verifiedAt, login.isUnclaimed) = (isVerified ? login.verifiedAt ?? now : nil, false)
        }
        if let password {
            login.password = password
            login.passwordChangedAt = now
        }
        guard login != known else { return false }
        if isSame {
            try transaction.update(login)
        } else {
            if let known { try transaction.delete(known) }
            try transaction.insert(login)
        }
        if !isSame { try transaction.note(.loginAdded, login, at: now, context: context) }
        try note(login, before: isSame ? known : nil, transaction)
        if password != nil, known != nil { try transaction.note(.passwordChanged, login, at: now, context: context) }
        return known != nil && !isSame
    }

    /// Records an event if an address or number has become verified. If it is no longer verified, voids the pending
    /// codes that would change the account.
    private func note(
        _ login: LocalCredential, before: LocalCredential?, _ transaction: any StorageTransaction
    ) throws(StorageError) {
        guard login.isClaimed != (before?.isClaimed ?? false) else { return }
        if login.isClaimed {
            try transaction.note(.loginVerified, login, at: now, context: context)
        } else {
            try transaction.advance([.methods], of: login.account, in: app.id, at: now)
        }
    }

    /// Applies the update's change of the phone number.
    ///
    /// - Returns: True if the number was removed without a replacement.
    private func writePhone(
        of view: AccountRecord, _ transaction: any StorageTransaction
    ) throws(StorageError) -> Bool {
        let known = view.login(.phone)
        let number = order.phone.value?.description
        if case .keep = order.phone {
            guard var login = known, let isVerified = order.isPhoneVerified, isVerified != login.isClaimed else {
                return false
            }
            (login.verifiedAt, login.isUnclaimed) = (isVerified ? now : nil, false)
            try transaction.update(login)
            try note(login, before: known, transaction)
            return false
        }
        if let known, let number, known.name.hasSameBytes(as: number) { return false }
        if let known {
            try transaction.delete(known)
            try transaction.note(.loginRemoved, known, at: now, context: context)
        }
        guard let number else { return known != nil }
        let login = LocalCredential(
            app: app.id, kind: .phone, name: number, account: view.account.id, createdAt: now, verifiedAt: now)
        try transaction.insert(login)
        try transaction.note(.loginAdded, login, at: now, context: context)
        return false
    }

    /// Removes the identities and local credentials that the update lists.
    ///
    /// - Returns: True if the account has lost a sign-in method.
    private func remove(
        from view: AccountRecord, _ transaction: any StorageTransaction
    ) throws(StorageError) -> Bool {
        let identities = view.identities.filter { order.removedProviders.contains($0.provider) }
        let logins = view.logins.filter { order.removedCredentials.contains($0.kind) }
        for identity in identities {
            try transaction.unlink(identity, at: now, context: context)
        }
        for login in logins {
            try transaction.delete(login)
            try transaction.note(.loginRemoved, login, at: now, context: context)
        }
        return !identities.isEmpty || !logins.isEmpty
    }

    private func disable(_ account: Account, _ transaction: any StorageTransaction) throws(StorageError) {
        guard let isDisabled = order.isDisabled, isDisabled != (account.disabledAt != nil) else { return }
        var account = account
        account.disabledAt = isDisabled ? now : nil
        try transaction.update(account)
        if isDisabled { try transaction.endAll(of: account.id, in: app.id, at: now) }
        try transaction.insert(
            SecurityEvent(
                kind: isDisabled ? .accountDisabled : .accountEnabled, app: app.id, account: account.id, session: nil,
                at: now, context: context))
    }
}

extension IdentityClaims {
    /// True if the email is missing or a valid email address, and the names and the photo URL do not contain U+0000.
    fileprivate var isTidy: Bool {
        if let email, EmailAddress(email) == nil { return false }
        return ![givenName, familyName, displayName, photoURL].contains { $0?.hasNull == true }
    }
}

extension AccountUpdate {
    /// True if the update sets a value that pseudonymous apps do not store: an email address, a phone number, a
    /// password, an identity, a name or a photo URL.
    var isPersonal: Bool {
        email != nil || phone.value != nil || password != nil || foreignPassword != nil || !addedIdentities.isEmpty
            || displayName.value != nil
            || photoURL.value != nil
    }
}

extension AccountError {
    fileprivate static let lastWayIn = AccountError(
        .lastMethod, "it is the account's only reliable sign-in method; removing it requires the scope users:act-as")
    static let accountExists = AccountError(.credentialInUse, "an account with this id already exists", field: "id")
    static let emailInUse = AccountError(
        .credentialInUse, "the email address belongs to another account", field: "email")
    static let phoneInUse = AccountError(
        .credentialInUse, "the phone number belongs to another account", field: "phone")
    static let identityInUse = AccountError(
        .credentialInUse, "the identity already belongs to an account, or the account already has one of this provider",
        field: "identity")
    static let noSubject = AccountError(
        .invalidRequest, "the provider's user id must be 1 to 255 bytes, none of them 0", field: "identity")
    static let untidyIdentity = AccountError(
        .invalidRequest,
        "the identity's email must be an email address, and its names and photo URL must not contain U+0000",
        field: "identity")
    static let passwordWithoutEmail = AccountError(
        .invalidRequest, "a password requires an email address to sign in with", field: "email")
    /// The error for a new account with the id of a deleted one. A restore that applies the deletion journal would
    /// delete the new account as well.
    static let deletedID = AccountError(
        .userDeleted, "the account with this id was deleted or merged; the id cannot be used again for 400 days")
}
