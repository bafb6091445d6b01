import Foundation
package import Logging
import NIOCore
package import SesameAccounts
import SesameCore
package import SesameHTTP
import SesameWire

/// A sender that submits push notifications to Firebase Cloud Messaging through its HTTP v1 API.
package struct FCMSender: PushSender {
    private let client: HTTPClient
    let addresses: FCMEndpoints
    let accounts: [AppID: ServiceAccount]
    private let access: FCMTokenCache
    private let logger: Logger
    /// The end of FCM's requested pause, by app. The pauses are held in memory: after a restart FCM requests them
    /// again.
    private let pauses = Locked<[AppID: Date]>([:])

    /// Creates a sender for the apps in `accounts`, each with its own service account.
    ///
    /// - Parameter client: A separate HTTP client, so that many push notifications do not delay the code exchanges of
    ///   sign-ins.
    package init(client: HTTPClient, addresses: FCMEndpoints, accounts: [AppID: ServiceAccount], logger: Logger) {
        self.client = client
        self.addresses = addresses
        self.accounts = accounts
        self.logger = logger
        access = FCMTokenCache(client: client, address: addresses.token)
    }

    package func serves(_ app: AppID) -> Bool { accounts[app] != nil }

    package func send(_ push: OutgoingPush) async -> PushDeliveryResult {
        guard let account = accounts[push.app] else { return .failed("NO_SERVICE_ACCOUNT", retryAfter: nil) }
        if let until = pauses.withLock({ $0[push.app] }) {
            if push.now < until { return .waiting(until: until) }
            pauses.withLock { $0[push.app] = nil }
        }
        do throws(FCMTokenCache.Failure) {
            let token = try await access.token(of: account, at: push.now)
            var verdict = await attempt(push, account, token)
            if verdict == .unauthorized {
                let fresh = try await access.token(of: account, rejecting: token, at: push.now)
                verdict = await attempt(push, account, fresh)
            }
            return answer(verdict, push, account)
        } catch {
            return answer(
                error.word == "SERVICE_ACCOUNT_REFUSED" || error.word == "KEY"
                    ? .misconfigured(error.word) : .failed(error.word, retryAfter: error.retryAfter), push, account)
        }
    }

    /// Sends one message. A shutdown does not cancel the transfer, because the server would not know if FCM has the
    /// message.
    private func attempt(_ push: OutgoingPush, _ account: ServiceAccount, _ token: Secret) async -> FCMSendResult {
        let request = OutgoingRequest(
            method: "POST", url: "\(addresses.service)/v1/projects/\(account.projectID)/messages:send",
            headers: [
                ("Authorization", "Bearer \(token.exposed)"), ("Content-Type", "application/json"),
                ("X-GOOG-API-FORMAT-VERSION", "2"),
            ],
            body: JSONValue.object(push.fcmBody).serialized(), timeout: .seconds(10), maxResponseBytes: 65_536)
        return await Task {
            do throws(HTTPClientError) {
                return FCMSendResult(try await client.send(request), now: push.now)
            } catch {
                return .failed(DeliveryFailure.unreachable, retryAfter: nil)
            }
        }.value
    }

    private func answer(_ verdict: FCMSendResult, _ push: OutgoingPush, _ account: ServiceAccount) -> PushDeliveryResult
    {
        switch verdict {
        case .sent: return .sent
        case .unregistered: return .gone
        case .invalidReceiver:
            guard case .address = push.receiver else { return .refused("INVALID_ARGUMENT") }
            return .gone
        case .refused(let word):
            log(.warning, "push rejected by FCM", word, push, account)
            return .refused(word)
        case .senderMismatch:
            log(.error, "a device belongs to a different project than the app's service account", nil, push, account)
            return .senderMismatch
        case .unauthorized: return misconfigured("UNAUTHENTICATED", push, account)
        case .misconfigured(let word): return misconfigured(word, push, account)
        case .failed(let word, let retryAfter):
            // A quota may apply to one device, but an unavailable service is unavailable for all.
            if word == DeliveryFailure.unavailable, let retryAfter {
                pause(push.app, until: push.now.addingTimeInterval(retryAfter))
            }
            return .failed(word, retryAfter: retryAfter)
        }
    }

    private func misconfigured(_ word: String, _ push: OutgoingPush, _ account: ServiceAccount) -> PushDeliveryResult {
        log(.error, "FCM cannot be used with the project's current settings", word, push, account)
        return .failed(word, retryAfter: 300)
    }

    private func pause(_ app: AppID, until: Date) {
        pauses.withLock { $0[app] = max(until, $0[app] ?? until) }
    }

    /// Logs the outcome of a message. The log contains only the first six characters of the device's token or
    /// installation id, which are enough to find the device.
    private func log(
        _ level: Logger.Level, _ message: Logger.Message, _ word: String?, _ push: OutgoingPush,
        _ account: ServiceAccount
    ) {
        var metadata: Logger.Metadata = [
            "app": .string(push.app.description), "project": .string(account.projectID), "push": .string(push.id),
        ]
        metadata["word"] = word.map { .string($0) }
        if case .address(let address) = push.receiver {
            metadata["receiver"] = .string(String(address.value.exposed.prefix(6)) + "…")
        }
        logger.log(level: level, message, metadata: metadata)
    }
}
