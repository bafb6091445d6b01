public import SesameCore
import SesameWire

/// The form for a second factor: as the second step of a sign-in, before the user is signed in, or as the confirmation
/// of a signed-in user's action.
public struct SecondFactorForm: Sendable, Equatable {
    /// The ticket of the successful first factor. It is valid for a limited time, and remains valid after wrong codes.
    /// Nil if the form confirms an action by the second factor alone.
    package let ticket: Secret?
    /// The second factors of the account, from which the user chooses one.
    public let factors: [SecondFactorInfo]
    /// True if the form also accepts a recovery code.
    public let hasRecoveryCodes: Bool
    /// The factor whose code the user enters, or a recovery code.
    public var method: Method
    /// The code as typed; ``proof`` removes its spaces.
    public var code = ""
    /// The factor id of the phone that last received a text message; nil if none was sent.
    package internal(set) var smsFactorID: String?

    /// The kind of code that the user enters.
    public enum Method: Sendable, Equatable, Hashable {
        /// A code of the factor with the given id.
        case factor(String)
        /// A recovery code, for a user without access to the factors.
        case recoveryCode
    }

    /// Creates an empty form. An authenticator app, if the account has one, is preselected, because it needs no text
    /// message.
    public init(_ body: SecondFactorChallenge) {
        self.init(ticket: body.ticket, factors: body.factors, hasRecoveryCodes: body.hasRecoveryCodes)
    }

    /// Creates an empty form for the signed-in user to confirm an action. Nil if the account has no second factor, or
    /// if the back end also requires the first factor.
    public init?(confirming answer: SecondFactorStatus) {
        guard !answer.factors.isEmpty, answer.confirmAlone else { return nil }
        self.init(ticket: nil, factors: answer.factors, hasRecoveryCodes: answer.recoveryCodesLeft > 0)
    }

    private init(ticket: Secret?, factors: [SecondFactorInfo], hasRecoveryCodes: Bool) {
        (self.ticket, self.factors, self.hasRecoveryCodes) = (ticket, factors, hasRecoveryCodes)
        let first = factors.first { $0.kind == .authenticator } ?? factors.first
        method = first.map { .factor($0.id) } ?? .recoveryCode
    }

    /// The kinds of code that the user can choose from: the factors, then a recovery code if one is accepted.
    public var choices: [Method] {
        factors.map { .factor($0.id) } + (hasRecoveryCodes ? [.recoveryCode] : [])
    }

    /// The chosen factor; nil for a recovery code, or for an id that is not among ``factors``.
    public var factor: SecondFactorInfo? {
        guard case .factor(let id) = method else { return nil }
        return factors.first { $0.id.hasSameBytes(as: id) }
    }

    /// The chosen factor if it is a phone, which needs a text message first; nil for any other choice.
    public var phone: SecondFactorInfo? {
        guard let factor, factor.kind == .phone else { return nil }
        return factor
    }

    /// True if a code has been typed.
    public var isComplete: Bool { !typed.isEmpty }

    /// The typed code with its factor and the sign-in's ticket, ready to send.
    public var proof: SecondFactorProof {
        let code = Secret(typed)
        return switch method {
        case .factor(let id): SecondFactorProof(.code(code, factor: id), ticket: ticket)
        case .recoveryCode: SecondFactorProof(.recoveryCode(code), ticket: ticket)
        }
    }

    /// The typed code without spaces, because codes are shown in groups and often typed that way.
    private var typed: String {
        code.filter { !$0.isWhitespace }
    }
}

extension SecondFactorForm: Redacted {}
