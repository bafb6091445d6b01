public import SesameCore
import SesameWire

/// An event of a sign-in, a session or an account, without the user's identity.
///
/// A log's adapter writes ``kind`` and ``fields``; ``isFailure`` determines the level.
public struct AuthEvent: Sendable, Equatable {
    /// A kind of event, for example a failed sign-in. Newer versions may add kinds.
    public struct Kind: Sendable, Hashable, RawRepresentable {
        /// The name in logs, for example `sign_in_succeeded`.
        public let rawValue: String

        /// Creates a kind from its name in logs.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }
    }

    /// The change, attempt or failure that the event reports.
    public let kind: Kind
    /// The sign-in method, if known.
    public private(set) var method: SignInMethod?
    /// The error code; nil if no error occurred, and `unknown` for a code that this version does not know.
    public private(set) var code: AuthError.Code?
    /// The duration of the operation, measured with the manager's clock.
    package private(set) var duration: Duration?
    /// True if the sign-in created the account; nil for an event other than a successful sign-in.
    package private(set) var isNewUser: Bool?
    /// The outcome of an upgrade; nil for all other events.
    public private(set) var outcome: UpgradeOutcome?
    /// The reason for the sign-out; nil for all other events.
    public private(set) var reason: SignOutReason?

    init(
        _ kind: Kind, method: SignInMethod? = nil, code: AuthError.Code? = nil, duration: Duration? = nil,
        isNewUser: Bool? = nil, outcome: UpgradeOutcome? = nil, reason: SignOutReason? = nil
    ) {
        self.kind = kind
        self.method = method
        self.code = code?.known
        self.duration = duration
        self.isNewUser = isNewUser
        self.outcome = outcome
        self.reason = if case .ended(let code) = reason { .ended(code.known) } else { reason }
    }

    /// True if an error occurred. A canceled sign-in and a throttled second tap do not count as failures.
    public var isFailure: Bool { code != nil && code != .cancelled && code != .throttled }

    /// The event's values other than its kind, as strings for a log: `method`, `code`, `duration_ms`, `new_user`,
    /// `outcome`, `reason`.
    public var fields: [String: String] {
        var fields: [String: String] = [:]
        fields["method"] = method?.rawValue
        fields["code"] = code?.rawValue
        fields["duration_ms"] = duration.map { "\(Int(($0.timeInterval * 1_000).rounded()))" }
        fields["new_user"] = isNewUser.map { "\($0)" }
        fields["outcome"] = outcome?.rawValue
        fields["reason"] = reason?.word
        return fields
    }
}

extension AuthEvent: CustomStringConvertible {
    /// The kind and the fields, for example `sign_in_failed code=offline duration_ms=120 method=apple`.
    public var description: String {
        ([kind.rawValue] + fields.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }).joined(separator: " ")
    }
}

extension AuthError.Code {
    /// The code if this version knows it, or else `unknown`: a response's own text must not enter a log.
    fileprivate var known: AuthError.Code {
        Self.statuses[self] != nil || Self.ofClients.contains(self) ? self : Self(rawValue: "unknown")
    }

    private static let ofClients: Set<AuthError.Code> = [.cancelled, .throttled, .offline, .storageLocked]
}

extension SignOutReason {
    fileprivate var word: String {
        switch self {
        case .noSession: "no_session"
        case .byUser: "requested"
        case .endedByOtherProcess: "elsewhere"
        case .accountDeleted: "account_deleted"
        case .ended(let code): code.rawValue
        }
    }
}
