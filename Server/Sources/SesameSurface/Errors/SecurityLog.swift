package import Logging
import NIOHTTP1
package import SesameAccounts
package import SesameCore
package import SesameHTTP
import SesameTokens

/// The log of refused requests, admin requests and provider notifications. The database stores the events of accounts;
/// see `SecurityEvent`.
package struct SecurityLog: Sendable {
    /// A log entry to count in the metrics.
    package enum Entry: Sendable {
        case refused(AuthError.Code)
        case notified(NotificationReceipt, by: Provider)
    }

    package let logger: Logger
    /// A function called with each entry. It must be quick.
    package let counter: (@Sendable (Entry) -> Void)?
    /// A function called with each refusal and its request.
    package let observer: (@Sendable (AccountError, HTTPRequest) -> Void)?
    private let outages: RepetitionLog

    package init(
        logger: Logger, counter: (@Sendable (Entry) -> Void)? = nil,
        observer: (@Sendable (AccountError, HTTPRequest) -> Void)? = nil
    ) {
        self.logger = logger
        outages = RepetitionLog(logger)
        self.counter = counter
        self.observer = observer
    }

    /// Logs a refused request with its code and reason, which never contain a secret or a personal value. Requests that
    /// are refused because storage is unavailable, for example because the disk is full, are logged once a minute, with
    /// their number.
    ///
    /// - Parameter level: The log level; nil for the usual level of the code.
    package func refused(_ refusal: AccountError, _ request: HTTPRequest, level: Logger.Level? = nil) {
        counter?(.refused(refusal.code))
        // Only a failure of storage has a diagnosis under this code.
        let isOutage = refusal.code == .storageUnavailable && refusal.diagnosis != nil
        let usual: Logger.Level =
            switch refusal.code {
            // Rate limits have log lines of their own, whose number does not grow with the refused requests.
            case .invalidRequest, .weakPassword, .notFound, .accountNotFound, .rateLimited: .debug
            case .cancelled, .secondFactorRequired: .info
            case .storageUnavailable where isOutage: .debug
            case .internal, .storageUnavailable: .error
            default: .notice
            }
        var metadata: Logger.Metadata = [
            "code": .string(refusal.code.rawValue), "reason": .string(refusal.reason),
            "requestID": .string(request.id.description),
        ]
        if let diagnosis = refusal.diagnosis { metadata["diagnosis"] = .string(diagnosis) }
        logger.log(level: level ?? usual, "refused", metadata: metadata)
        if isOutage { outages.log(.error, "storage unavailable", about: refusal.diagnosis ?? "", metadata) }
        observer?(refusal, request)
    }

    /// Logs an admin request with the id of its admin key and the beginning of its path.
    package func used(_ key: AdminKey, _ request: HTTPRequest) {
        logger.info(
            "admin call",
            metadata: [
                "key": .string(key.id), "method": .string(request.method.rawValue),
                "path": .string(request.path.prefix(5).joined(separator: "/")),
                "requestID": .string(request.id.description),
            ])
    }

    /// Logs a failure inside the server that does not refuse a request.
    package func failed(_ refusal: AccountError) {
        var metadata: Logger.Metadata = ["code": .string(refusal.code.rawValue), "reason": .string(refusal.reason)]
        if let diagnosis = refusal.diagnosis { metadata["diagnosis"] = .string(diagnosis) }
        logger.error("failed", metadata: metadata)
    }

    /// Logs an accepted notification of a provider with its kind and effect, but never its user.
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
    /// True if the event is logged at the level `notice`: a verification that an operator requested, or an unknown
    /// event.
    fileprivate var isForOperators: Bool {
        switch self {
        case .verification, .unknown: true
        default: false
        }
    }
}
