public import SesameCore
import SesameWire

/// Something that happened to a sign-in, a session or an account, without whose it was.
///
/// A log's adapter writes ``kind`` and ``fields``; ``isFailure`` tells the level.
public struct AuthEvent: Sendable, Equatable {
    /// A kind of event. An open set: a newer version has more.
    public struct Kind: Sendable, Hashable, RawRepresentable {
        /// The name in logs, for example `sign_in_succeeded`.
        public let rawValue: String

        /// A kind of that name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }
    }

    /// The kind.
    public let kind: Kind
    /// The sign-in method, if it was known by then.
    public private(set) var method: SignInMethod?
    /// The error code that this version knows; any other one is `unknown`.
    public private(set) var code: AuthError.Code?
    /// The duration, by the manager's clock.
    package private(set) var duration: Duration?
    /// True if the sign-in made the account.
    package private(set) var isNewUser: Bool?
    /// The outcome of an upgrade.
    public private(set) var outcome: UpgradeOutcome?
    /// The reason why nobody is signed in any more.
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

    /// True if something went wrong. A person who gives up, and a second tap, are nothing wrong.
    public var isFailure: Bool { code != nil && code != .cancelled && code != .throttled }

    /// The facts beside the kind, in words for a log: `method`, `code`, `duration_ms`, `new_user`, `outcome`, `reason`.
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
    /// The code, if this version knows it: an answer's own text gets into no log.
    fileprivate var known: AuthError.Code {
        Self.statuses[self] != nil || Self.ofClients.contains(self) ? self : Self(rawValue: "unknown")
    }

    private static let ofClients: Set<AuthError.Code> = [.cancelled, .throttled, .offline, .storageLocked]
}

extension SignOutReason {
    fileprivate var word: String {
        switch self {
        case .noSession: "no_session"
        case .requested: "requested"
        case .elsewhere: "elsewhere"
        case .accountDeleted: "account_deleted"
        case .ended(let code): code.rawValue
        }
    }
}
