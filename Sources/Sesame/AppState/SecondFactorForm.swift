public import SesameCore
import SesameWire

/// The form for a second factor: as the second step of a sign-in, before the user is signed in, or as the confirmation
/// of a signed-in user's action.
public struct SecondFactorForm: Sendable, Equatable {
    /// The ticket of the successful first factor. It is valid for a limited time, and remains valid after wrong codes.
    /// Nil if the form confirms an action of the signed-in user.
    package let ticket: Secret?
    /// The account's factors; one of them is required.
    public let factors: [SecondFactorInfo]
    /// True if a recovery code is accepted instead.
    public let hasRecoveryCodes: Bool
    /// The chosen kind of code.
    public var method: Method
    /// The typed code.
    public var code = ""
    /// The phone that last received a text message, by its factor's id.
    package internal(set) var smsFactorID: String?

    /// A kind of code.
    public enum Method: Sendable, Equatable, Hashable {
        /// A code of the factor with that id.
        case factor(String)
        /// A recovery code.
        case recoveryCode
    }

    /// Creates an empty form. It preselects the authenticator app, which needs no text message.
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

    /// The chosen factor; nil for a recovery code.
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

    /// The second-factor proof to send.
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
