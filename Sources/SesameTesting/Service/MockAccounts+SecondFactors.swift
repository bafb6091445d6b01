import Foundation
import Sesame
import SesameCore

extension MockAccounts {
    /// The second factors and recovery codes of an account.
    struct Protection: Sendable {
        /// A factor, with the state to check its codes.
        struct Factor: Sendable {
            var body: SecondFactorInfo
            /// The authenticator app; nil for a phone, whose code is always the same.
            var app: Authenticator?
            /// The time step of the last used code.
            var lastStep: Int64?
        }

        var factors: [Factor] = []
        /// The pending factors, by kind.
        var begun: [SecondFactorKind: Factor] = [:]
        var recoveryCodes: [Secret] = []
    }

    /// The code of every text message.
    private static let textCode = Secret("123456")

    /// Throws `secondFactorRequired` with a challenge if the account has a second factor.
    mutating func requireNoFactor(of uid: String) throws(AuthError) {
        guard let protection = protections[uid], !protection.factors.isEmpty else { return }
        factorCount += 1
        let ticket = "sf-\(factorCount)"
        waiting[ticket] = uid
        var error = AuthError(.secondFactorRequired, "a second factor is required")
        error.secondFactor = SecondFactorChallenge(
            ticket: Secret(ticket), expiresIn: .seconds(600), factors: protection.factors.map(\.body.masked),
            hasRecoveryCodes: !protection.recoveryCodes.isEmpty)
        throw error
    }

    /// Completes a pending sign-in with a second factor. A wrong code throws `invalidCredentials` and leaves the
    /// sign-in pending; an unknown ticket throws `ticketExpired`.
    mutating func finish(_ proof: SecondFactorProof, at now: Date) throws(AuthError) -> SignIn {
        guard let ticket = proof.ticket else {
            throw AuthError(.invalidRequest, "a sign-in with a second factor requires a ticket")
        }
        guard let uid = waiting[ticket.exposed], let user = users[uid] else {
            throw AuthError(.ticketExpired, "the ticket is unknown, used or expired")
        }
        try show(proof, of: uid, at: now)
        waiting[ticket.exposed] = nil
        return SignIn(session: begin(user, at: now), isNewUser: false)
    }

    /// Verifies a code or recovery code of the account, and throws `invalidCredentials` if it is wrong. Each recovery
    /// code and each code of an app is valid once.
    mutating func show(_ proof: SecondFactorProof, of uid: String, at now: Date) throws(AuthError) {
        guard var protection = protections[uid], !protection.factors.isEmpty else {
            throw AuthError(.invalidTransition, "the account has no second factor")
        }
        switch proof.method {
        case .recoveryCode(let code):
            guard let index = protection.recoveryCodes.firstIndex(of: code) else { throw .wrongCode }
            protection.recoveryCodes.remove(at: index)
        case .code(let code, let id):
            let index = protection.factors.indices.first { index in
                let factor = protection.factors[index]
                return (id == nil || factor.body.id == id) && Self.takes(code, for: factor, at: now) != nil
            }
            guard let index else { throw .wrongCode }
            protection.factors[index].lastStep = Self.takes(code, for: protection.factors[index], at: now)
        }
        protections[uid] = protection
    }

    /// Returns the time step of a valid code, or 0 for the code of a phone; nil if the code is invalid.
    private static func takes(_ code: Secret, for factor: Protection.Factor, at now: Date) -> Int64? {
        guard let app = factor.app else { return code == textCode ? 0 : nil }
        guard let step = app.step(of: code, at: now), step > factor.lastStep ?? .min else { return nil }
        return step
    }

    /// Returns the phone number to send a text message to. Throws `ticketExpired` for an unknown ticket, and `notFound`
    /// if the account has no such phone.
    func phone(_ id: String?, for step: SecondFactorStep) throws(AuthError) -> String {
        let uid: String? =
            switch step {
            case .signIn(let ticket): waiting[ticket.exposed]
            case .confirmation(let session): session.user.uid
            }
        guard let uid else { throw AuthError(.ticketExpired, "the ticket is unknown, used or expired") }
        let phones = (protections[uid]?.factors ?? []).filter { $0.body.phone != nil }
        guard let phone = phones.first(where: { id == nil || $0.body.id == id })?.body.phone else {
            throw AuthError(.notFound, "the account has no such second factor")
        }
        return phone
    }

    mutating func secondFactors(of session: Session) throws(AuthError) -> SecondFactorStatus {
        let protection = protections[try use(session).session.user.uid]
        return SecondFactorStatus(
            factors: protection?.factors.map(\.body) ?? [], offered: [.phone, .authenticator],
            recoveryCodesLeft: protection?.recoveryCodes.count ?? 0)
    }

    /// Starts the enrollment of a factor, which replaces a pending one of the same kind. Throws `invalidTransition` for
    /// a guest.
    mutating func begin(_ new: NewSecondFactor, of session: Session) throws(AuthError) -> SecondFactorSetup {
        let user = try use(session).session.user
        guard !user.isAnonymous else { throw AuthError(.invalidTransition, "a guest needs a sign-in method first") }
        factorCount += 1
        let id = "factor-\(factorCount)"
        switch new {
        case .phone(let number, let name):
            let body = SecondFactorInfo(id: id, kind: .phone, displayName: name, phone: number)
            protections[user.uid, default: Protection()].begun[.phone] = .init(body: body)
            return SecondFactorSetup(expiresIn: .seconds(600))
        case .authenticator(let name):
            let key = Authenticator.newKey()
            let body = SecondFactorInfo(id: id, kind: .authenticator, displayName: name)
            protections[user.uid, default: Protection()].begun[.authenticator] = .init(
                body: body, app: Authenticator(key: key))
            return SecondFactorSetup(
                expiresIn: .seconds(600), secret: key,
                address: Secret("otpauth://totp/mock:\(user.uid)?secret=\(key.exposed)"))
        }
    }

    /// Adds the pending factor if the code is right. The first factor ends the account's other sessions.
    mutating func add(
        _ new: NewSecondFactor, code: Secret, to session: Session, at now: Date
    ) throws(AuthError) -> SecondFactorInfo {
        let uid = try use(session).session.user.uid
        guard var factor = protections[uid]?.begun[new.kind] else {
            throw AuthError(.ticketExpired, "no enrollment of this second factor was started")
        }
        guard let step = Self.takes(code, for: factor, at: now) else { throw .wrongCode }
        factor.lastStep = step
        if protections[uid]?.factors.isEmpty == true {
            for (id, device) in devices where device.session.user.uid == uid && id != session.id {
                end(id, .sessionEnded)
            }
        }
        protections[uid]?.begun[new.kind] = nil
        protections[uid]?.factors.append(factor)
        return factor.body
    }

    /// Removes a factor; removing the last one also removes the recovery codes.
    mutating func removeFactor(_ id: String, from session: Session) throws(AuthError) {
        let uid = try use(session).session.user.uid
        guard let index = protections[uid]?.factors.firstIndex(where: { $0.body.id == id }) else {
            throw AuthError(.notFound, "the account has no such second factor")
        }
        protections[uid]?.factors.remove(at: index)
        if protections[uid]?.factors.isEmpty == true { protections[uid] = nil }
    }

    /// Returns ten new recovery codes, which replace the previous ones.
    mutating func generateRecoveryCodes(for session: Session) throws(AuthError) -> [Secret] {
        let uid = try use(session).session.user.uid
        guard protections[uid]?.factors.isEmpty == false else {
            throw AuthError(.invalidTransition, "recovery codes require a second factor")
        }
        let codes = (0..<10).map { _ in Secret(RandomText.make(bytes: 9)) }
        protections[uid]?.recoveryCodes = codes
        return codes
    }
}

extension SecondFactorInfo {
    /// The factor with its number masked except for the last two digits, for a user who has not verified the factor
    /// yet.
    fileprivate var masked: SecondFactorInfo {
        let phone = phone.map { String(repeating: "*", count: max(0, $0.utf8.count - 2)) + String($0.suffix(2)) }
        return SecondFactorInfo(id: id, kind: kind, displayName: displayName, phone: phone)
    }
}

extension AuthError {
    fileprivate static var wrongCode: AuthError {
        var error = AuthError(.invalidCredentials, "the code is wrong")
        error.fields = [SecondFactorChallenge.codeField]
        return error
    }
}
