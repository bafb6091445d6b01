import Foundation
public import SesameCore

/// An account that an operator's back end makes.
public struct AccountOrder: Sendable {
    /// Its id, if it is not to be made here.
    public var id: AccountID?
    /// Its address.
    public var email: EmailAddress?
    /// Whether the address is taken for its person's.
    public var isEmailVerified = false
    /// Its number.
    public var phone: PhoneNumber?
    /// The password, if it has one.
    public var password: Secret?
    /// The password's hash, of a system that the person comes from.
    public var hash: PasswordHash?
    /// Whether nobody is to sign in to it.
    public var isDisabled = false
    /// Fills in the details.
    public var details: @Sendable (inout AccountDetails) -> Void = { _ in }

    /// An account with nothing in it.
    public init() {}
}

/// What an operator's back end changes of an account's logins.
public struct LoginEdit: Sendable {
    /// What becomes of one value.
    public enum Change<Value: Sendable>: Sendable {
        /// It stays as it is.
        case keep
        /// It becomes another one.
        case set(Value)
        /// It goes.
        case remove
    }

    /// The address.
    public var email = Change<EmailAddress>.keep
    /// Whether the address is taken for its person's; nil leaves that as it is.
    public var isEmailVerified: Bool?
    /// The number.
    public var phone = Change<PhoneNumber>.keep
    /// Whether the number is taken for its person's; nil leaves that as it is.
    public var isPhoneVerified: Bool?
    /// The password.
    public var password = Change<Secret>.keep

    /// An edit that changes nothing.
    public init() {}
}

/// Accounts by an operator's back end, on contracts of other systems that have it so. That it may is for the surface to
/// check; the operator's own API sets no passwords.
extension AccountSystem {
    /// Makes an account. One without address and number can be signed in to on the back end's word.
    public func create(
        _ order: AccountOrder, in app: App, context: RequestContext
    ) async throws(Refusal) -> AccountView {
        guard !app.privacy.isPseudonymous else { throw .keepsNothingPersonal }
        let id = order.id ?? AccountID(environment.randomID())
        guard AccountID.canBe(id.description) else {
            throw Refusal(.invalidRequest, "an id has 1 to 128 visible ASCII characters", field: "id")
        }
        var hash = order.hash
        if let password = order.password { hash = try await newHash(of: password, for: order.email, in: app) }
        let now = environment.now
        let tombstone = tombstone(of: id, in: app.id)
        let logins = order.logins(of: id, in: app.id, hash: hash, at: now)
        var details = AccountDetails(app: app.id, account: id)
        order.details(&details)
        if let refusal = details.refusal() { throw refusal }
        let outcome = try await write { [details] transaction throws(StorageError) -> Result<AccountView, Refusal> in
            guard try transaction.account(id, in: app.id) == nil else { return .failure(.idInUse) }
            guard try !transaction.hasTombstone(tombstone) else { return .failure(.idOfDeleted) }
            for login in logins where try transaction.login(login.kind, name: login.name, in: app.id) != nil {
                return .failure(.loginInUse)
            }
            var account = Account(
                id: id, app: app.id, createdAt: now, lastSignInAt: now,
                profile: app.profile.newProfile(given: nil, claims: nil, at: now))
            if order.isDisabled { account.disabledAt = now }
            try transaction.insert(account)
            for login in logins { try transaction.insert(login) }
            if details != AccountDetails(app: app.id, account: id) { try transaction.put(details) }
            try transaction.insert(
                SecurityEvent(
                    kind: .accountCreated, app: app.id, account: id, session: nil, at: now, context: context))
            return .success(AccountView(account: account, identities: [], logins: logins))
        }
        return try outcome.get()
    }

    /// Changes the logins of an account. Another password ends all sessions, and what is not verified any more is nobody's
    /// proof.
    public func change(
        _ id: AccountID, in app: App, by edit: LoginEdit, context: RequestContext
    ) async throws(Refusal) -> AccountView {
        guard !app.privacy.isPseudonymous else { throw .keepsNothingPersonal }
        var hash: PasswordHash?
        if case .set(let password) = edit.password {
            let view = try await account(id, in: app.id)
            var email = view.login(.email).flatMap { EmailAddress($0.name) }
            if case .set(let next) = edit.email { email = next }
            hash = try await newHash(of: password, for: email, in: app)
        }
        let change = LoginChange(id: id, app: app, edit: edit, hash: hash, now: environment.now, context: context)
        return try await write { transaction throws(StorageError) in try change.run(transaction) }.get()
    }

    /// Signs in on the word of the app's own back end, and makes the account of that id if there is none.
    public func signIn(
        vouchedFor id: AccountID, to app: App, context: RequestContext
    ) async throws(Refusal) -> SignInResult {
        try await observed(app.id, .custom) { () async throws(Refusal) in
            guard AccountID.canBe(id.description) else {
                throw Refusal(.invalidRequest, "an id has 1 to 128 visible ASCII characters", field: "id")
            }
            try limiter?.admitCredential(of: app.id)
            let (now, session) = (environment.now, environment.newSessionID())
            let tombstone = tombstone(of: id, in: app.id)
            let outcome = try await write { transaction throws(StorageError) -> SignInOutcome in
                guard let view = try transaction.view(of: id, in: app.id) else {
                    guard try !transaction.hasTombstone(tombstone) else { return .refused(.idOfDeleted) }
                    let registration = LoginRegistration(
                        account: NewAccount(
                            id: id, app: app, role: nil,
                            profile: app.profile.newProfile(given: nil, claims: nil, at: now), identity: nil,
                            login: Login(
                                app: app.id, kind: .custom, name: id.description, account: id, createdAt: now)),
                        method: .custom, session: session, now: now, context: context)
                    return try registration.run(transaction)
                }
                if let refusal = view.account.refusal(ofSignInAs: nil) { return .refused(refusal) }
                var account = view.account
                account.lastSignInAt = max(now, account.lastSignInAt)
                try transaction.update(account)
                try transaction.makeRoom(for: id, in: app, at: now, context: context)
                let begun = try transaction.beginSession(
                    session, for: id, in: app, method: .custom, at: now, context: context)
                return .signedIn(view.with(account), begun, isNew: false)
            }
            return try result(outcome, of: app, at: now)
        }
    }
}

extension AccountOrder {
    fileprivate func logins(of id: AccountID, in app: AppID, hash: PasswordHash?, at now: Date) -> [Login] {
        var logins: [Login] = []
        if let email {
            logins.append(
                Login(
                    app: app, kind: .email, name: email.description, account: id, createdAt: now,
                    verifiedAt: isEmailVerified ? now : nil, password: hash, passwordChangedAt: hash.map { _ in now }))
        }
        if let phone {
            logins.append(
                Login(
                    app: app, kind: .phone, name: phone.description, account: id, createdAt: now, verifiedAt: now))
        }
        guard logins.isEmpty else { return logins }
        return [Login(app: app, kind: .custom, name: id.description, account: id, createdAt: now)]
    }
}

/// One change of an account's logins, in one transaction.
private struct LoginChange: Sendable {
    let id: AccountID
    let app: App
    let edit: LoginEdit
    let hash: PasswordHash?
    let now: Date
    let context: RequestContext

    func run(_ transaction: any StorageTransaction) throws(StorageError) -> Result<AccountView, Refusal> {
        guard let view = try transaction.view(of: id, in: app.id) else { return .failure(.noSuchAccount) }
        let email = edit.email.applied(to: view.login(.email), kind: .email, id, app.id, at: now)
        let phone = edit.phone.applied(to: view.login(.phone), kind: .phone, id, app.id, at: now)
        for (before, after) in [(view.login(.email), email), (view.login(.phone), phone)] {
            guard let after, before?.name.hasSameBytes(as: after.name) != true else { continue }
            guard try transaction.login(after.kind, name: after.name, in: app.id) == nil else {
                return .failure(.loginInUse)
            }
        }
        var changed = email
        if let isVerified = edit.isEmailVerified { changed?.verifiedAt = isVerified ? now : nil }
        switch edit.password {
        case .keep: break
        case .remove:
            changed?.password = nil
            changed?.passwordChangedAt = nil
        case .set:
            guard changed != nil else {
                return .failure(Refusal(.invalidRequest, "a password needs an address", field: "password"))
            }
            changed?.password = hash
            changed?.passwordChangedAt = now
        }
        var number = phone
        if let isVerified = edit.isPhoneVerified { number?.verifiedAt = isVerified ? now : nil }
        try keep(changed, insteadOf: view.login(.email), transaction)
        try keep(number, insteadOf: view.login(.phone), transaction)
        if try transaction.view(of: id, in: app.id)?.isAnonymous == true {
            try transaction.insert(
                Login(app: app.id, kind: .custom, name: id.description, account: id, createdAt: now))
        }
        if changed?.password != view.login(.email)?.password {
            try transaction.endAll(of: id, in: app.id, at: now)
            try transaction.invalidateTokens(of: id, in: app.id, at: now)
            if let changed { try transaction.note(.passwordChanged, changed, at: now, context: context) }
        }
        guard let result = try transaction.view(of: id, in: app.id) else { return .failure(.noSuchAccount) }
        return .success(result)
    }

    private func keep(
        _ after: Login?, insteadOf before: Login?, _ transaction: any StorageTransaction
    ) throws(StorageError) {
        guard after != before else { return }
        if let before, let after, before.name.hasSameBytes(as: after.name) { return try transaction.update(after) }
        if let before {
            try transaction.delete(before)
            try transaction.note(.loginRemoved, before, at: now, context: context)
        }
        if let after {
            try transaction.insert(after)
            try transaction.note(.loginAdded, after, at: now, context: context)
        }
    }
}

extension LoginEdit.Change where Value: CustomStringConvertible {
    fileprivate func applied(
        to login: Login?, kind: Login.Kind, _ account: AccountID, _ app: AppID, at now: Date
    ) -> Login? {
        switch self {
        case .keep: return login
        case .remove: return nil
        case .set(let value):
            let name = value.description
            if let login { return login.name.hasSameBytes(as: name) ? login : login.renamed(name) }
            return Login(app: app, kind: kind, name: name, account: account, createdAt: now)
        }
    }
}

extension Refusal {
    fileprivate static let idInUse = Refusal(.credentialInUse, "an account has that id", field: "id")
    fileprivate static let idOfDeleted = Refusal(
        .userDeleted, "an account of that id was here, and is gone", field: "id")
}
