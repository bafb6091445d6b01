import Foundation
import SesameCore

/// Looks up what a presented code is good for, and uses it up.
struct CodeRedemption: Sendable {
    let safe: CodeSafe
    let app: AppID
    let presented: PresentedCode
    let now: Date

    /// What the code is good for; it stays good. A wrong one is counted: call it in a transaction whose change is kept.
    func find(
        for purposes: Set<CodePurpose>, _ transaction: any StorageTransaction
    ) throws(StorageError) -> (code: OneTimeCode, content: CodeContent)? {
        let code: OneTimeCode
        switch presented {
        case .link(let secret):
            guard let found = try transaction.code(safe.digest(ofLink: secret)) else { return nil }
            code = found
        case .digits(let secret, let purpose, let kind, let name):
            let slot = safe.slot(purpose, kind, name, in: app)
            guard let found = try transaction.code(inSlot: slot) else { return nil }
            guard found.digest.isSame(as: safe.digest(ofDigits: secret, in: slot)) else {
                var counted = found
                counted.tries += 1
                if counted.tries < OneTimeCode.mostTries {
                    try transaction.put(counted)
                } else {
                    try transaction.deleteCode(inSlot: slot)
                }
                return nil
            }
            code = found
        }
        let content = try safe.open(code)
        guard code.app == app, now < code.expiresAt, purposes.contains(content.purpose) else { return nil }
        return (code, content)
    }

    /// What the code is good for, and it is used up.
    func spend(
        for purposes: Set<CodePurpose>, _ transaction: any StorageTransaction
    ) throws(StorageError) -> CodeContent? {
        guard let (code, content) = try find(for: purposes, transaction) else { return nil }
        try transaction.deleteCode(inSlot: code.slot)
        return content
    }
}

extension Refusal {
    /// The same for a code that is unknown, used, too old, replaced, or another app's.
    static let unknownCode = Refusal(.ticketExpired, "the code is unknown, used or expired; ask for another one")
}
