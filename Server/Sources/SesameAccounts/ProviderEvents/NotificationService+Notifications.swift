import Foundation
package import SesameCore
package import SesameTokens
import SesameWire

extension NotificationService {
    /// Applies a provider's notification to every app that it is addressed to. A repeated delivery has no effect.
    ///
    /// A notification about an unknown user succeeds without an effect.
    package func handle(
        notification token: Secret, from provider: Provider, apps: AppDirectory, context: RequestContext
    ) async throws(NotificationError) -> NotificationReceipt {
        let now = environment.now
        let notification: ProviderNotification
        do throws(TokenError) {
            notification = try await notifications.verify(
                Array(token.exposed.utf8), from: provider, clientIDs: apps.clientIDs(at: provider), now: now)
        } catch {
            throw error.reason == .keysUnavailable ? .unavailable(AccountError(error)) : .token(error)
        }
        let reception = ProviderEventTransaction(
            deletion: deletion, notices: codes.notices, notification: notification,
            apps: apps.apps(of: notification.clientIDs, at: provider), now: now, context: context)
        do throws(AccountError) {
            let outcome = try await write { transaction throws(StorageError) in try reception.run(transaction) }
            try await deletion.note(outcome.deletions)
            return outcome.receipt
        } catch {
            throw .unavailable(error)
        }
    }
}

/// A failure to handle a notification: permanent for an invalid token, otherwise temporary.
package enum NotificationError: Error, Sendable {
    /// The notification is not from the provider, not for this server, or malformed.
    case token(TokenError)
    /// The notification cannot be handled now, and the provider should send it again.
    case unavailable(AccountError)
}

/// A summary of a handled notification, for the log and the metrics.
package struct NotificationReceipt: Sendable {
    package let events: [ProviderEvent.Kind]
    package let effect: Effect

    package init(events: [ProviderEvent.Kind], effect: Effect) {
        self.events = events
        self.effect = effect
    }

    package enum Effect: String, Sendable {
        /// At least one security event was recorded for an account.
        case changed
        /// The notification contained nothing new, or needs no action.
        case ignored = "nothing"
        /// The notification was received before.
        case repeated
        /// No app has an account for the user of the notification.
        case unknownSubject = "nobody"
    }
}

/// A transaction that applies one notification to all apps that it is addressed to.
private struct ProviderEventTransaction: Sendable {
    let deletion: DeletionService
    let notices: Notices?
    let notification: ProviderNotification
    let apps: [App]
    let now: Date
    let context: RequestContext

    struct Outcome: Sendable {
        let receipt: NotificationReceipt
        let deletions: [Deletion]
    }

    func run(_ transaction: any StorageTransaction) throws(StorageError) -> Outcome {
        var deletions: [Deletion] = []
        let effect = try effect(&deletions, transaction)
        return Outcome(
            receipt: NotificationReceipt(events: notification.events.map(\.kind), effect: effect), deletions: deletions)
    }

    private func effect(
        _ deletions: inout [Deletion], _ transaction: any StorageTransaction
    ) throws(StorageError) -> NotificationReceipt.Effect {
        guard notification.events.contains(where: { $0.subject != nil }) else { return .ignored }
        guard try concernsSomebody(transaction) else { return .unknownSubject }
        guard try transaction.spend(notification.once) else { return .repeated }
        var hasChanged = false
        for event in notification.events {
            for app in apps where try apply(event, to: app, &deletions, transaction) { hasChanged = true }
        }
        return hasChanged ? .changed : .ignored
    }

    private func concernsSomebody(_ transaction: any StorageTransaction) throws(StorageError) -> Bool {
        for event in notification.events {
            for app in apps where try identity(event, in: app, transaction) != nil { return true }
        }
        return false
    }

    private func identity(
        _ event: ProviderEvent, in app: App, _ transaction: any StorageTransaction
    ) throws(StorageError) -> Identity? {
        guard let subject = event.subject else { return nil }
        let forms = app.privacy.forms(of: subject, at: notification.provider)
        return try transaction.identity(notification.provider, forms, in: app.id)
    }

    private func apply(
        _ event: ProviderEvent, to app: App, _ deletions: inout [Deletion], _ transaction: any StorageTransaction
    ) throws(StorageError) -> Bool {
        guard let identity = try identity(event, in: app, transaction),
            let view = try transaction.view(of: identity.account, in: app.id)
        else { return false }
        let state = ProviderEventDecision.State(
            provider: notification.provider, identity: identity,
            sessions: try transaction.sessions(of: identity.account, in: app.id),
            hasOtherMethod: view.methodCount > 1,
            policy: app.providers[notification.provider]?.deletedPeople ?? .delete)
        // A time in the future by this server's clock is replaced by the current time. In whole milliseconds, as times
        // are stored.
        let time = Date(millisecondsSince1970: min(event.at, now).millisecondsSince1970)
        let consequence = ProviderEventDecision(of: event, at: time, in: state)
        if let deletion = try carryOut(consequence, on: view, of: app, transaction) { deletions.append(deletion) }
        return consequence.note != nil
    }

    private func carryOut(
        _ consequence: ProviderEventDecision, on view: AccountRecord, of app: App, _ transaction: any StorageTransaction
    ) throws(StorageError) -> Deletion? {
        if let note = consequence.note {
            try transaction.insert(
                SecurityEvent(
                    kind: note, app: view.account.app, account: view.account.id, session: nil, at: now,
                    context: context))
        }
        for var session in consequence.endedSessions {
            session.end(.provider, at: now)
            try transaction.update(session)
        }
        let account = view.account.id
        if !consequence.endedSessions.isEmpty,
            try !transaction.sessions(of: account, in: app.id).contains(where: { $0.isOpen(at: now) })
        {
            try transaction.endAll(of: account, in: app.id, at: now)
        }
        // The tokens are deleted before the account, whose deletion would otherwise ask the provider to revoke a
        // consent that no longer exists.
        if consequence.dropsTokens { try transaction.deleteProviderTokens(of: consequence.identity) }
        switch consequence.fate {
        case .goesWithAccount: return try deletion.delete(view, at: now, context: context, transaction)
        case .goes:
            try transaction.delete(consequence.identity)
            if !view.hasCertainWayIn(without: consequence.identity) {
                // The remaining address may be mistyped: the owner of that mailbox must not get the account.
                var left = view.account
                left.allowsEmailLinking = false
                try transaction.update(left)
            }
            try notices?.tellOfRemovedMethod(from: view, of: app, at: now, transaction)
        case .stays:
            if !view.identities.contains(consequence.identity) { try transaction.update(consequence.identity) }
        }
        return nil
    }
}

extension AppDirectory {
    /// Returns all client ids that the apps accept from the provider.
    fileprivate func clientIDs(at provider: Provider) -> [String] {
        apps.values.flatMap { $0.providers[provider]?.clientIDs ?? [] }
    }

    /// Returns the apps that accept one of the client ids from the provider, ordered by app id.
    fileprivate func apps(of clientIDs: [String], at provider: Provider) -> [App] {
        apps.values.filter { app in
            app.providers[provider]?.clientIDs.contains { id in clientIDs.contains { $0.hasSameBytes(as: id) } } == true
        }.sorted { $0.id.description < $1.id.description }
    }
}
