package import Logging
import NIOHTTP1
package import SesameAccounts
package import SesameCore
package import SesameHTTP
import SesameTokens

/// Writes down what was refused. What happened to accounts stands in the database; see `SecurityEvent`.
package struct SecurityLog: Sendable {
    /// An entry of the log, for whoever counts it.
    package enum Entry: Sendable {
        case refused(AuthError.Code)
        case notified(NotificationReceipt, by: Provider)
    }

    package let logger: Logger
    /// Told of what is written down. It must be quick.
    package let counter: (@Sendable (Entry) -> Void)?
    /// Told of each refusal and its request as well.
    package let observer: (@Sendable (Refusal, HTTPRequest) -> Void)?

    package init(
        logger: Logger, counter: (@Sendable (Entry) -> Void)? = nil,
        observer: (@Sendable (Refusal, HTTPRequest) -> Void)? = nil
    ) {
        self.logger = logger
        self.counter = counter
        self.observer = observer
    }

    /// A refused request: its code and reason, which never hold a secret or a personal value.
    ///
    /// - Parameter level: How much it matters, where that is more than the code tells.
    package func refused(_ refusal: Refusal, _ request: HTTPRequest, level: Logger.Level? = nil) {
        counter?(.refused(refusal.code))
        let usual: Logger.Level =
            switch refusal.code {
            // Limits have lines of their own, which do not grow with what they turn away.
            case .invalidRequest, .weakPassword, .notFound, .accountNotFound, .rateLimited: .debug
            case .cancelled, .secondFactorRequired: .info
            case .internal, .storageUnavailable: .error
            default: .notice
            }
        var metadata: Logger.Metadata = [
            "code": .string(refusal.code.rawValue), "reason": .string(refusal.reason),
            "requestID": .string(request.id.description),
        ]
        if let diagnosis = refusal.diagnosis { metadata["diagnosis"] = .string(diagnosis) }
        logger.log(level: level ?? usual, "refused", metadata: metadata)
        observer?(refusal, request)
    }

    /// A call of the operator's, with the key that it came with.
    package func used(_ key: AdminKey, _ request: HTTPRequest) {
        logger.info(
            "admin call",
            metadata: [
                "key": .string(key.id), "method": .string(request.method.rawValue),
                "path": .string(request.path.prefix(5).joined(separator: "/")),
                "requestID": .string(request.id.description),
            ])
    }

    /// Something of the server's own that did not work.
    package func failed(_ refusal: Refusal) {
        var metadata: Logger.Metadata = ["code": .string(refusal.code.rawValue), "reason": .string(refusal.reason)]
        if let diagnosis = refusal.diagnosis { metadata["diagnosis"] = .string(diagnosis) }
        logger.error("failed", metadata: metadata)
    }

    /// A provider's notification that was taken: what it said and did, and of whom never.
    package func taken(_ receipt: NotificationReceipt, from provider: Provider, _ request: HTTPRequest) {
        counter?(.notified(receipt, by: provider))
        for event in receipt.events {
            var metadata: Logger.Metadata = [
                "provider": .string(provider.rawValue), "event": .string(event.name),
                "effect": .string(receipt.effect.rawValue), "requestID": .string(request.id.description),
            ]
            if case .verification(let state?) = event { metadata["state"] = .string(state) }
            logger.log(level: event.isForOperators ? .notice : .info, "notification", metadata: metadata)
        }
    }
}

extension ProviderEvent.Kind {
    /// True if somebody waits to see the event in the log, or has to learn of it there.
    fileprivate var isForOperators: Bool {
        switch self {
        case .verification, .unknown: true
        default: false
        }
    }
}
