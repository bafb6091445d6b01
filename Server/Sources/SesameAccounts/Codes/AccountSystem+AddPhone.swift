import Foundation
public import SesameCore

/// What became of a number that was to be an account's.
public enum PhoneAddition: Sendable {
    /// It is the account's, and verified.
    case added(LinkResult)
    /// It is another account's. Whoever brought the digits may sign in to that one with this code, once within an hour;
    /// nil where the proof was such a code itself, which stays good.
    case taken(number: PhoneNumber, proof: Secret?)
}

extension AccountSystem {
    /// Makes a number the caller's, with the code that was sent there, after a recent sign-in. It takes the place of the
    /// number that the account had. A guest becomes a person with it.
    public func addPhone(
        with presented: PresentedCode, to caller: Caller, context: RequestContext
    ) async throws(Refusal) -> PhoneAddition {
        try limiter?.admitChange(of: caller)
        if let refusal = caller.refusalWithoutRecentSignIn(try await account(of: caller)) { throw refusal }
        let (app, now) = (caller.app, environment.now)
        let change = LinkChange(
            system: self, caller: caller, session: environment.newSessionID(), now: now, context: context)
        let secret = oneTimeCodes.secret(.link, environment)
        let outcome = try await presenting(presented, of: app, context: context) {
            redemption, transaction throws(StorageError) -> Result<PhoneOutcome, Refusal> in
            guard let (code, content) = try redemption.find(for: [.signIn], transaction), content.kind == .phone,
                let number = PhoneNumber(content.name)
            else { return .failure(.unknownCode) }
            let known = try transaction.login(.phone, name: content.name, in: app.id)
            if let known, known.account != caller.session.account {
                guard content.form == .digits else { return .success(.taken(number, nil)) }
                let proof = CodeContent(.proof(of: number), app: app.id, account: known.account)
                try transaction.put(
                    try redemption.safe.record(
                        proof, secret, in: app.id, until: now.addingTimeInterval(CodeForm.link.life)))
                return .success(.taken(number, secret))
            }
            let addition = LoginAddition(
                change: change, form: UpgradeForm(app: app, role: nil, profile: [:]), kind: .phone, name: content.name,
                password: nil, isVerified: true, replacesOther: true)
            let outcome = try addition.run(transaction)
            if case .done = outcome { try transaction.deleteCode(inSlot: code.slot) }
            return .success(.ran(outcome))
        }
        switch outcome {
        case .taken(let number, let proof): return .taken(number: number, proof: proof)
        case .ran(let outcome): return .added(try result(outcome, for: caller))
        }
    }
}

/// How the transaction ended.
private enum PhoneOutcome: Sendable {
    case taken(PhoneNumber, Secret?)
    case ran(LinkOutcome)
}
