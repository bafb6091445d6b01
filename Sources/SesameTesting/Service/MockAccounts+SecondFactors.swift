import Foundation
import Sesame
import SesameCore

extension MockAccounts {
    /// An account's protection beside the first proof.
    struct Protection: Sendable {
        /// A factor, with what proves it.
        struct Factor: Sendable {
            var body: SecondFactorInfo
            /// The app that shows its codes; nil for a phone, whose code is always the same.
            var app: Authenticator?
            /// The last step whose code was used.
            var lastStep: Int64?
        }

        var factors: [Factor] = []
        /// The factors that were begun and not added, by kind.
        var begun: [SecondFactorKind: Factor] = [:]
        var recoveryCodes: [Secret] = []
    }

    /// The code of every text.
    private static let textCode = Secret("123456")

    /// Throws what the account asks for beside the first proof.
    mutating func requireNoFactor(of uid: String) throws(AuthError) {
        guard let protection = protections[uid], !protection.factors.isEmpty else { return }
        factorCount += 1
        let ticket = "sf-\(factorCount)"
        waiting[ticket] = uid
        var error = AuthError(.secondFactorRequired, "show a second factor")
        error.secondFactor = SecondFactorChallenge(
            ticket: Secret(ticket), expiresIn: .seconds(600), factors: protection.factors.map(\.body.masked),
            hasRecoveryCodes: !protection.recoveryCodes.isEmpty)
        throw error
    }

    /// Ends a sign-in that waits. A wrong code leaves it waiting.
    mutating func finish(_ proof: SecondFactorProof, at now: Date) throws(AuthError) -> SignIn {
        guard let ticket = proof.ticket else {
            throw AuthError(.invalidRequest, "a second factor without a ticket signs nobody in")
        }
        guard let uid = waiting[ticket.exposed], let user = users[uid] else {
            throw AuthError(.ticketExpired, "the ticket is used, or too old")
        }
        try show(proof, of: uid, at: now)
        waiting[ticket.exposed] = nil
        return SignIn(session: begin(user, at: now), isNewUser: false)
    }

    /// Holds what is shown against the account's factors. Each code is good once.
    mutating func show(_ proof: SecondFactorProof, of uid: String, at now: Date) throws(AuthError) {
        guard var protection = protections[uid], !protection.factors.isEmpty else {
            throw AuthError(.invalidTransition, "the account has no second factor")
        }
        switch proof.means {
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

    /// The step of a code that is good now; 0 for a phone's.
    private static func takes(_ code: Secret, for factor: Protection.Factor, at now: Date) -> Int64? {
        guard let app = factor.app else { return code == textCode ? 0 : nil }
        guard let step = app.step(of: code, at: now), step > factor.lastStep ?? .min else { return nil }
        return step
    }

    /// The number that a text goes to.
    func phone(_ id: String?, for step: SecondFactorStep) throws(AuthError) -> String {
        let uid: String? =
            switch step {
            case .signIn(let ticket): waiting[ticket.exposed]
            case .confirmation(let session): session.user.uid
            }
        guard let uid else { throw AuthError(.ticketExpired, "the ticket is used, or too old") }
        let phones = (protections[uid]?.factors ?? []).filter { $0.body.phone != nil }
        guard let phone = phones.first(where: { id == nil || $0.body.id == id })?.body.phone else {
            throw AuthError(.notFound, "the account has no such second factor")
        }
        return phone
    }

    /// Returns the second factors of the session's account.
    mutating func secondFactors(of session: Session) throws(AuthError) -> SecondFactorStatus {
        let protection = protections[try use(session).session.user.uid]
        return SecondFactorStatus(
            factors: protection?.factors.map(\.body) ?? [], offered: [.phone, .authenticator],
            recoveryCodesLeft: protection?.recoveryCodes.count ?? 0)
    }

    /// Begins to add a factor.
    mutating func begin(_ new: NewSecondFactor, of session: Session) throws(AuthError) -> SecondFactorSetup {
        let user = try use(session).session.user
        guard !user.isAnonymous else { throw AuthError(.invalidTransition, "a guest needs a way to sign in first") }
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

    /// Adds what was begun. The first factor ends the account's other sessions.
    mutating func add(
        _ new: NewSecondFactor, code: Secret, to session: Session, at now: Date
    ) throws(AuthError) -> SecondFactorInfo {
        let uid = try use(session).session.user.uid
        guard var factor = protections[uid]?.begun[new.kind] else {
            throw AuthError(.ticketExpired, "no such second factor was begun")
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

    /// Takes a factor away; with the last one its recovery codes go.
    mutating func removeFactor(_ id: String, from session: Session) throws(AuthError) {
        let uid = try use(session).session.user.uid
        guard let index = protections[uid]?.factors.firstIndex(where: { $0.body.id == id }) else {
            throw AuthError(.notFound, "the account has no such second factor")
        }
        protections[uid]?.factors.remove(at: index)
        if protections[uid]?.factors.isEmpty == true { protections[uid] = nil }
    }

    /// Ten codes in place of those before.
    mutating func makeRecoveryCodes(for session: Session) throws(AuthError) -> [Secret] {
        let uid = try use(session).session.user.uid
        guard protections[uid]?.factors.isEmpty == false else {
            throw AuthError(.invalidTransition, "recovery codes need a second factor that they stand in for")
        }
        let codes = (0..<10).map { _ in Secret(RandomText.make(bytes: 9)) }
        protections[uid]?.recoveryCodes = codes
        return codes
    }
}

extension SecondFactorInfo {
    /// The factor as somebody sees it who has not shown it yet.
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
