import Foundation
import SesameCore

/// The emails to users about changes to their account. Each email is created in the transaction of the change, so that
/// it is sent only if the change is committed.
struct Notices: Sendable {
    let cipher: MessageCipher
    /// The function that creates the unique id of an email.
    let newID: @Sendable () -> String
    /// The tools that make an undo link: the cipher that encrypts the link's content, the function that returns a new
    /// secret, and the server's URL.
    let undo: (cipher: OneTimeCodeCipher, newSecret: @Sendable () -> Secret, server: String)
    /// The function that returns the count of an email to an unproved address toward the message caps; nil if no cap
    /// applies. The email is counted because a caller can enter a stranger's address and then replace it.
    let tally: @Sendable (OneTimeCodeRequest, App, Date) -> MessageRequestCount?

    /// Notifies a removed email address that it no longer signs in to the account. If the user had proved the address,
    /// the email contains a link that undoes the change, unless the address may get none.
    ///
    /// - Parameter view: The account before the address was removed.
    func tellOfLoss(
        of login: LocalCredential, from view: AccountRecord, of app: App, at now: Date,
        _ transaction: any StorageTransaction
    ) throws(StorageError) {
        guard login.kind == .email else { return }
        guard login.isClaimed else {
            let order = OneTimeCodeRequest.undo(.undoChange, of: login.account, by: login.name, handle: newID())
            if try tally(order, app, now)?.run(transaction) != nil { return }
            return try mail(.addressChanged, to: login.name, of: app, at: now, transaction)
        }
        let past = UndoPast(before: view, losing: login)
        try mailUndo(.undoChange, to: past, of: view, by: [login.name], app, at: now, transaction)
    }

    /// Emails an account's remaining proved addresses that an identity was unlinked. The addresses that only the
    /// identity proved get an undo link or, if they may get none, a notice.
    ///
    /// - Parameter view: The account before the identity was unlinked.
    func tellOfLoss(
        of identity: Identity, from view: AccountRecord, of app: App, at now: Date,
        _ transaction: any StorageTransaction
    ) throws(StorageError) {
        let rest = AccountRecord(
            account: view.account, identities: view.identities.filter { $0 != identity }, logins: view.logins)
        let lost = view.provedAddresses.subtracting(rest.provedAddresses)
        let past = UndoPast(before: view, losing: identity)
        try mailUndo(.undoChange, to: past, of: view, by: lost, app, at: now, transaction)
        try tellOfRemovedMethod(from: view, of: app, at: now, transaction)
    }

    /// Emails every proved address of an account that a sign-in method was added, with a link that removes the method
    /// if the address may get one. The method may be a thief's, and would survive a change of the password and the end
    /// of all sessions.
    ///
    /// - Parameters:
    ///   - view: The account before the change.
    ///   - lost: An address that the account has lost with the same change, which gets its own email.
    func tellOfAddedMethod(
        to view: AccountRecord, losing lost: LocalCredential? = nil, of app: App, at now: Date,
        _ transaction: any StorageTransaction
    ) throws(StorageError) {
        let addresses = view.provedAddresses.subtracting(lost.map { [$0.name] } ?? [])
        let past = UndoPast(before: view)
        try mailUndo(.undoMethod, to: past, of: view, by: addresses, app, at: now, transaction)
    }

    /// Emails every proved address of an account that a second factor was added, with a link that removes the factor if
    /// the address may get one: a thief's factor would lock the owner out. All addresses are notified, because one of
    /// them may be the thief's.
    ///
    /// - Parameter view: The account before the factor was added.
    func tellOfAdded(
        _ factor: SecondFactor, to view: AccountRecord, of app: App, at now: Date, _ transaction: any StorageTransaction
    ) throws(StorageError) {
        let past = UndoPast(before: view, adding: factor)
        try mailUndo(.undoFactor, to: past, of: view, by: view.provedAddresses, app, at: now, transaction)
    }

    /// Notifies the addresses that an undo link has removed from the account and, if the link has restored sign-in
    /// methods, the remaining addresses. The emails contain no undo link.
    ///
    /// - Parameter name: The address of the used link, which gets no email about restored methods.
    func tellOfUndo(
        by name: String, from before: AccountRecord, to after: AccountRecord, of app: App, at now: Date,
        _ transaction: any StorageTransaction
    ) throws(StorageError) {
        let (gone, stay) = (before.provedAddresses, after.provedAddresses)
        for address in gone.subtracting(stay).sorted() {
            try mail(.addressChanged, to: address, of: app, at: now, transaction)
        }
        guard !after.marksOfMethods.isSubset(of: before.marksOfMethods) else { return }
        for address in stay.subtracting([name]).sorted() {
            try mail(.methodAdded, to: address, of: app, at: now, transaction)
        }
    }

    /// Notifies the addresses that stay proved, by email, that a sign-in method was removed.
    ///
    /// - Parameter view: The account before the change.
    func tellOfRemovedMethod(
        from view: AccountRecord, of app: App, at now: Date, _ transaction: any StorageTransaction
    ) throws(StorageError) {
        guard let rest = try transaction.view(of: view.account.id, in: app.id) else { return }
        try tell(.methodUnlinked, everyProvedAddressOf: rest, of: app, at: now, transaction)
    }

    /// Emails each address an undo link. An address gets only the notice if an earlier address of the account remains:
    /// otherwise a thief could add an address, have it removed again, and use its link to get back in. An address that
    /// already has the maximum number of links also gets only the notice, because an older link undoes more.
    private func mailUndo(
        _ purpose: CodePurpose, to past: UndoPast, of view: AccountRecord, by addresses: Set<String>, _ app: App,
        at now: Date, _ transaction: any StorageTransaction
    ) throws(StorageError) {
        let links = try transaction.undoLinks(of: view.account.id, in: app.id, undo.cipher, at: now)
        let stay = try transaction.view(of: view.account.id, in: app.id)?.provedAddresses ?? []
        for address in addresses.sorted() {
            if links.isJunior(address, to: stay) || links.isFull(address) {
                try mail(purpose.noticeWithoutLink, to: address, of: app, at: now, transaction)
            } else {
                try mailUndo(purpose, to: past, of: view.account.id, by: address, app, at: now, transaction)
            }
        }
    }

    private func mailUndo(
        _ purpose: CodePurpose, to past: UndoPast, of account: AccountID, by address: String, _ app: App,
        at now: Date, _ transaction: any StorageTransaction
    ) throws(StorageError) {
        let (id, secret) = (newID(), undo.newSecret())
        let order = OneTimeCodeRequest.undo(purpose, of: account, by: address, handle: id)
        let mark = try transaction.mark(account, in: app.id, endedBy: purpose.endedBy(for: .email))
        var content = CodeContent(order, app: app.id, of: mark)
        content.past = past
        let expiresAt = now.addingTimeInterval(UndoLinks.lifetime)
        try transaction.put(try undo.cipher.record(content, secret, in: app.id, until: expiresAt))
        let link = "\(undo.server)/account/code/\(app.id)?code=\(secret.exposed)"
        let message = MessageText(app: app, language: nil).message(
            of: content, code: secret, link: link, until: expiresAt)
        try transaction.send(message, id: id, cipher, at: now)
    }

    /// Emails a notice to the local credential's address if the account's owner has proved the address; otherwise a
    /// caller could have strangers emailed.
    func tell(
        _ notice: MessageText.Notice, _ login: LocalCredential, of app: App, at now: Date,
        _ transaction: any StorageTransaction
    ) throws(StorageError) {
        guard login.kind == .email,
            try transaction.view(of: login.account, in: login.app)?.provedAddresses.contains(login.name) == true
        else { return }
        try mail(notice, to: login.name, of: app, at: now, transaction)
    }

    /// Emails the notice to the account's email address if the user has proved ownership of it; see
    /// ``AccountRecord/provedAddresses``.
    func tell(
        _ notice: MessageText.Notice, _ view: AccountRecord, of app: App, at now: Date,
        _ transaction: any StorageTransaction
    ) throws(StorageError) {
        guard let email = view.claims.email, view.provedAddresses.contains(email.inLowerCaseASCII) else { return }
        try mail(notice, to: email, of: app, at: now, transaction)
    }

    /// Emails the notice to every proved address of the account.
    func tell(
        _ notice: MessageText.Notice, everyProvedAddressOf view: AccountRecord, of app: App, at now: Date,
        _ transaction: any StorageTransaction
    ) throws(StorageError) {
        for address in view.provedAddresses.sorted() {
            try mail(notice, to: address, of: app, at: now, transaction)
        }
    }

    private func mail(
        _ notice: MessageText.Notice, to address: String, of app: App, at now: Date,
        _ transaction: any StorageTransaction
    ) throws(StorageError) {
        let message = MessageText(app: app, language: nil).notice(notice, to: address, at: now)
        try transaction.send(message, id: newID(), cipher, at: now)
    }
}

extension CodePurpose {
    /// The notice for an address that gets no undo link for the change.
    fileprivate var noticeWithoutLink: MessageText.Notice {
        switch self {
        case .undoFactor: .factorAdded
        case .undoMethod: .methodAdded
        case .verify, .resetPassword, .signIn, .changeEmail, .undoChange, .secondFactor: .addressChanged
        }
    }
}

extension CodeService {
    /// The sender of emails about changes to accounts; nil if the server sends no email.
    var notices: Notices? {
        messages.sendsMail
            ? Notices(
                cipher: messageCipher, newID: { [environment] in environment.randomID() },
                undo: (
                    oneTimeCodes, { [oneTimeCodes, environment] in oneTimeCodes.secret(.link, environment) },
                    publicURL
                ),
                tally: { [messageCounters, messageRules] order, app, now in
                    messageCounters.tally(
                        order, of: app, by: messageRules, at: now, context: RequestContext(requestID: "notice"))
                }) : nil
    }
}
