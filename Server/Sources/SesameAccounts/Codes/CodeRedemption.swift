import Foundation
import SesameCore
import SesameWire

struct CodeRedemption: Sendable {
    let cipher: OneTimeCodeCipher
    let app: AppID
    let presented: PresentedCode
    let now: Date

    /// Returns a valid code and its content without consuming it; nil if the presented code is not valid. A wrong code
    /// is counted, so the transaction must be committed.
    func find(
        for purposes: Set<CodePurpose>, _ transaction: any StorageTransaction
    ) throws(StorageError) -> (code: OneTimeCode, content: CodeContent)? {
        guard let code = try presentedCode(transaction) else { return nil }
        let content = try cipher.open(code)
        guard code.app == app, now < code.expiresAt, purposes.contains(content.purpose), isNamed(content),
            try content.isGood(transaction)
        else { return nil }
        return (code, content)
    }

    /// Returns the address or number of the pending code for the presented recipient or id; nil if no code is pending,
    /// and for a link. The presented secret may be wrong.
    func name(of reader: any StorageReader) throws(StorageError) -> String? {
        for slot in slots {
            guard let code = try reader.code(inSlot: slot), now < code.expiresAt else { continue }
            return try cipher.open(code).name
        }
        return nil
    }

    /// The slots that may hold the presented digits; empty for a link, which is found by its digest.
    private var slots: [[UInt8]] {
        switch presented {
        case .link: []
        case .digits(_, let purpose, let kind, let name): [cipher.lookupKey(purpose, kind, name, in: app)]
        case .handle(let handle, _, let purpose, let kinds):
            kinds.map { cipher.lookupKey(purpose, $0, handle: handle, in: app) }
        }
    }

    private func presentedCode(_ transaction: any StorageTransaction) throws(StorageError) -> OneTimeCode? {
        switch presented {
        case .link(let secret): return try transaction.code(cipher.digest(ofLink: secret))
        case .digits(let secret, _, _, _): return try typed(secret, transaction)
        case .handle(_, let secret, _, _):
            if let found = try transaction.code(cipher.digest(ofLink: secret)) { return found }
            return try typed(secret, transaction)
        }
    }

    private func typed(_ secret: Secret, _ transaction: any StorageTransaction) throws(StorageError) -> OneTimeCode? {
        for slot in slots {
            if let found = try typed(secret, in: slot, transaction) { return found }
        }
        return nil
    }

    /// Returns the code of a slot if the digits match. Otherwise counts a wrong attempt, and deletes the code after
    /// ``OneTimeCode/maxAttempts``.
    private func typed(
        _ secret: Secret, in slot: [UInt8], _ transaction: any StorageTransaction
    ) throws(StorageError) -> OneTimeCode? {
        guard let found = try transaction.code(inSlot: slot), now < found.expiresAt else { return nil }
        if found.digest.isSame(as: cipher.digest(ofDigits: secret, in: slot)) { return found }
        var counted = found
        counted.failedAttempts += 1
        if counted.failedAttempts < OneTimeCode.maxAttempts {
            try transaction.put(counted)
        } else {
            try transaction.deleteCode(inSlot: slot)
        }
        return nil
    }

    /// Returns true if the presented id is the code's own or its account's, and the code has one of the presented
    /// kinds. Always true for a code presented without an id.
    private func isNamed(_ content: CodeContent) -> Bool {
        guard case .handle(let handle, _, _, let kinds) = presented else { return true }
        return kinds.contains(content.kind)
            && [content.handle, content.owner].contains { $0?.hasSameBytes(as: handle) == true }
    }

    /// Consumes the presented code, and returns its content; nil if the code is not valid.
    func spend(
        for purposes: Set<CodePurpose>, _ transaction: any StorageTransaction
    ) throws(StorageError) -> CodeContent? {
        guard let (code, content) = try find(for: purposes, transaction) else { return nil }
        try transaction.deleteCode(inSlot: code.lookupKey)
        return content
    }
}

extension AccountError {
    /// The error for a code that is unknown, used, expired or replaced, or that belongs to another app.
    static let unknownCode = AccountError(.ticketExpired, "the code is unknown, used or expired; request a new one")
}
