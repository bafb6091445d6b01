import Foundation
package import SesameCore

/// The result of adding an address or a number.
package enum ProvedAddition: Sendable {
    /// It is the account's, and verified.
    case added(LinkResult)
    /// It is another account's. Whoever brought a number's digits may sign in to that one with this code, once within an
    /// hour. Nil where the proof was a link's, which stays good.
    case taken(proof: Secret?)
}

extension LoginService {
    /// Makes an address or a number the caller's, with the code for a sign-in that was sent there, after a recent sign-in.
    /// It takes the place of the one that the account had; a password stays. A guest becomes a person with it.
    package func addLogin(
        _ kind: Login.Kind, with presented: PresentedCode, to caller: Caller, context: RequestContext
    ) async throws(Refusal) -> ProvedAddition {
        try limiter?.admitChange(of: caller.session.account)
        if let refusal = caller.refusalWithoutRecentSignIn(try await sessions.account(of: caller)) { throw refusal }
        let (app, now) = (caller.app, environment.now)
        let change = LinkChange(
            tools: linking.tools, caller: caller, session: newSession(), now: now, context: context)
        let secret = oneTimeCodes.secret(.link, environment)
        let outcome = try await codes.presenting(presented, of: app, context: context) {
            redemption, transaction throws(StorageError) -> Result<AdditionOutcome, Refusal> in
            guard let (code, content) = try redemption.find(for: [.signIn], transaction), content.kind == kind
            else { return .failure(.unknownCode) }
            let known = try transaction.login(kind, name: content.name, in: app.id)
            if let known, known.account != caller.session.account,
                try !transaction.givesUp(known, redemption.safe, at: now)
            {
                guard content.form == .digits, let number = PhoneNumber(content.name) else {
                    return .success(.taken(nil))
                }
                let mark = try transaction.mark(
                    known.account, in: app.id, endedBy: CodePurpose.signIn.endedBy(for: kind))
                let proof = CodeContent(.proof(of: number), app: app.id, of: mark)
                try transaction.put(
                    try redemption.safe.record(
                        proof, secret, in: app.id, until: now.addingTimeInterval(CodeForm.link.life)))
                return .success(.taken(secret))
            }
            let addition = LoginAddition(
                change: change, form: UpgradeForm(app: app, role: nil, profile: [:]), kind: kind, name: content.name,
                password: nil, isVerified: true, replacesOther: true)
            let outcome = try addition.run(transaction)
            if case .done = outcome { try transaction.deleteCode(inSlot: code.slot) }
            return .success(.ran(outcome))
        }
        switch outcome {
        case .taken(let proof): return .taken(proof: proof)
        case .ran(let outcome): return .added(try linking.result(outcome, for: caller))
        }
    }
}

/// The result of the transaction.
private enum AdditionOutcome: Sendable {
    case taken(Secret?)
    case ran(LinkOutcome)
}
