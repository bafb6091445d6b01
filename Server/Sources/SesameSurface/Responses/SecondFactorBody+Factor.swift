package import SesameAccounts
import SesameWire

extension SecondFactorBody {
    /// Creates the body of a factor with the whole phone number, for the factor's owner.
    package init(_ factor: SecondFactor) {
        self.init(
            id: factor.id, kind: factor.kind.rawValue, displayName: factor.displayName,
            phone: factor.number?.description, enrollmentTime: factor.enrolledAt.secondsSince1970)
    }

    /// Creates the body of a factor with a masked phone number, for a user who has not verified the factor yet.
    init(masking factor: SecondFactor) {
        self.init(
            id: factor.id, kind: factor.kind.rawValue, displayName: factor.displayName, phone: factor.maskedNumber)
    }
}

extension SecondFactorTicketBody {
    package init(_ pending: AccountError.SecondFactorTicket) {
        self.init(
            ticket: pending.ticket, expiresIn: pending.expiresIn,
            factors: pending.signIn.factors.map { SecondFactorBody(masking: $0) },
            hasRecoveryCodes: pending.signIn.recoveryCodes > 0)
    }
}
