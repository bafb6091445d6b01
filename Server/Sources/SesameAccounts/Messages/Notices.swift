import Foundation
import SesameCore

/// What people are mailed about their account, in the transaction in which it happens: whoever it was, the person hears of
/// it, and of nothing that did not happen.
struct Notices: Sendable {
    let safe: MessageSafe
    /// The mail's, which nobody else has.
    let id: String

    /// Has the address told, if somebody has shown that it is theirs: else anybody could have strangers mailed.
    func tell(
        _ notice: MessageText.Notice, _ login: Login, of app: App, at now: Date, _ transaction: any StorageTransaction
    ) throws(StorageError) {
        guard login.kind == .email, login.isVerified else { return }
        try mail(notice, to: login.name, of: app, at: now, transaction)
    }

    /// Has the person of an account told at its address, if a provider or they themselves have shown it to be theirs.
    func tell(
        _ notice: MessageText.Notice, _ view: AccountView, of app: App, at now: Date,
        _ transaction: any StorageTransaction
    ) throws(StorageError) {
        guard let email = view.claims.email, view.claims.emailVerified else { return }
        try mail(notice, to: email, of: app, at: now, transaction)
    }

    private func mail(
        _ notice: MessageText.Notice, to address: String, of app: App, at now: Date,
        _ transaction: any StorageTransaction
    ) throws(StorageError) {
        let message = MessageText(app: app, language: nil).notice(notice, to: address, at: now)
        try transaction.send(message, id: id, safe, at: now)
    }
}

extension AccountSystem {
    /// For one notice; nil where the server sends no mail.
    var notices: Notices? {
        sendsMail ? Notices(safe: messageSafe, id: environment.randomID()) : nil
    }
}
