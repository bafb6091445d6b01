public import SesameCore
import SesameWire

/// The step that asks for a second factor: of a sign-in whose first proof was right, with nobody signed in yet, or before
/// something that whoever is signed in has to confirm.
public struct SecondFactorForm: Sendable, Equatable {
    /// The ticket that stands for the first proof; good for a while, however often a wrong code is typed. Nil where the
    /// factor alone confirms.
    package let ticket: Secret?
    /// The factors of which one is to be shown.
    public let factors: [SecondFactorInfo]
    /// True if a recovery code may stand in for them.
    public let hasRecoveryCodes: Bool
    /// The kind of proof.
    public var means: Means
    /// The code as typed so far.
    public var code = ""
    /// The phone that got a text last, by its factor's id.
    package internal(set) var texted: String?

    /// A kind of proof.
    public enum Means: Sendable, Equatable, Hashable {
        /// A code of the factor of that id.
        case factor(String)
        /// A recovery code.
        case recoveryCode
    }

    /// An empty form. The authenticator app comes first, which needs no text.
    public init(_ body: SecondFactorChallenge) {
        self.init(ticket: body.ticket, factors: body.factors, hasRecoveryCodes: body.hasRecoveryCodes)
    }

    /// An empty form by which whoever is signed in confirms; nil for an account without a second factor, and where one
    /// does not confirm alone: what the person signs in with comes first.
    public init?(confirming answer: SecondFactorStatus) {
        guard !answer.factors.isEmpty, answer.confirmAlone else { return nil }
        self.init(ticket: nil, factors: answer.factors, hasRecoveryCodes: answer.recoveryCodesLeft > 0)
    }

    private init(ticket: Secret?, factors: [SecondFactorInfo], hasRecoveryCodes: Bool) {
        (self.ticket, self.factors, self.hasRecoveryCodes) = (ticket, factors, hasRecoveryCodes)
        let first = factors.first { $0.kind == .authenticator } ?? factors.first
        means = first.map { .factor($0.id) } ?? .recoveryCode
    }

    /// All that the person can choose from.
    public var choices: [Means] {
        factors.map { .factor($0.id) } + (hasRecoveryCodes ? [.recoveryCode] : [])
    }

    /// The factor that the person shows; nil for a recovery code.
    public var factor: SecondFactorInfo? {
        guard case .factor(let id) = means else { return nil }
        return factors.first { $0.id.hasSameBytes(as: id) }
    }

    /// The factor of a phone that has to get a text first.
    public var phone: SecondFactorInfo? {
        guard let factor, factor.kind == .phone else { return nil }
        return factor
    }

    /// True if something has been typed that can be sent.
    public var isComplete: Bool { !typed.isEmpty }

    /// The proof to send.
    public var proof: SecondFactorProof {
        let code = Secret(typed)
        return switch means {
        case .factor(let id): SecondFactorProof(.code(code, factor: id), ticket: ticket)
        case .recoveryCode: SecondFactorProof(.recoveryCode(code), ticket: ticket)
        }
    }

    /// Codes are shown in groups, and typed as they are shown.
    private var typed: String {
        let bytes = code.utf8.filter { $0 != UInt8(ascii: " ") }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension SecondFactorForm: Redacted {}
