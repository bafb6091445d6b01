import Foundation
package import SesameCore

/// The result of adding an email address or a phone number with a sign-in code.
package enum AddCredentialResult: Sendable {
    /// The verified address or number was added to the account.
    case added(LinkResult)
    /// Another account has the address or number. For a number, `proof` lets the caller sign in to that account, once
    /// within an hour; for an email address, whose code remains valid, `proof` is nil.
    case taken(proof: Secret?)
}

extension LocalCredentialService {
    /// Adds an email address or a phone number to the caller's account with a sign-in code that was sent to it, after a
    /// recent sign-in. It replaces the account's former address or number; a password stays. A guest is upgraded.
    package func addCredential(
        _ kind: LocalCredential.Kind, with presented: PresentedCode, to caller: Caller, context: RequestContext
    ) async throws(AccountError) -> AddCredentialResult {
        try limiter?.admitChange(of: caller.session.account)
        if let refusal = caller.reauthenticationError(try await sessions.account(of: caller)) { throw refusal }
        let (app, now) = (caller.app, environment.now)
        let change = AccountLinker(
            tools: linking.tools, caller: caller, session: newSession(), now: now, context: context)
        let secret = oneTimeCodes.secret(.link, environment)
        let outcome = try await codes.presenting(presented, of: app, context: context) {
            redemption, transaction throws(StorageError) -> Result<AdditionOutcome, AccountError> in
            guard let (code, content) = try redemption.find(for: [.signIn], transaction), content.kind == kind
            else { return .failure(.unknownCode) }
            let known = try transaction.login(kind, name: content.name, in: app.id)
            if let known, known.account != caller.session.account,
                try !transaction.givesUp(known, redemption.cipher, at: now)
            {
                guard content.form == .digits, let number = PhoneNumber(content.name) else {
                    return .success(.taken(nil))
                }
                let mark = try transaction.mark(
                    known.account, in: app.id, endedBy: CodePurpose.signIn.endedBy(for: kind))
                let proof = CodeContent(.proof(of: number), app: app.id, of: mark)
                try transaction.put(
                    try redemption.cipher.record(
                        proof, secret, in: app.id, until: now.addingTimeInterval(CodeForm.link.lifetime)))
                return .success(.taken(secret))
            }
            let addition = CredentialAddition(
                change: change, form: GuestUpgrade(app: app, role: nil, profile: [:]), kind: kind, name: content.name,
                password: nil, isVerified: true, replacesOther: true)
            let outcome = try addition.run(transaction)
            if case .done = outcome { try transaction.deleteCode(inSlot: code.lookupKey) }
            return .success(.ran(outcome))
        }
        switch outcome {
        case .taken(let proof): return .taken(proof: proof)
        case .ran(let outcome): return .added(try linking.result(outcome, for: caller))
        }
    }
}

private enum AdditionOutcome: Sendable {
    case taken(Secret?)
    case ran(LinkOutcome)
}
