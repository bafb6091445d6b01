package import SesameAccounts
import SesameWire

extension SecondFactorBody {
    /// A factor as its person sees it.
    package init(_ factor: SecondFactor) {
        self.init(
            id: factor.id, kind: factor.kind.rawValue, displayName: factor.displayName,
            phone: factor.number?.description, enrollmentTime: factor.enrolledAt.secondsSince1970)
    }

    /// A factor as somebody sees it who has not shown it yet.
    init(masking factor: SecondFactor) {
        self.init(
            id: factor.id, kind: factor.kind.rawValue, displayName: factor.displayName, phone: factor.maskedNumber)
    }
}

extension SecondFactorTicketBody {
    package init(_ pending: Refusal.FactorTicket) {
        self.init(
            ticket: pending.ticket, expiresIn: pending.expiresIn,
            factors: pending.signIn.factors.map { SecondFactorBody(masking: $0) },
            hasRecoveryCodes: pending.signIn.recoveryCodes > 0)
    }
}
