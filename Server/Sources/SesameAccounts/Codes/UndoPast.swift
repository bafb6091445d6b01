import Foundation
import SesameCore

/// What an account was before a change: its undo link takes it back there.
struct UndoPast: Codable, Equatable, Sendable {
    /// The sign-in methods and second factors that were there before the change and were not lost by it.
    ///
    /// Creation times would not do: a merge brings identities that are older than the change.
    let kept: Set<String>
    /// The addresses that were proved before the change. See ``UndoLinks``.
    let proved: Set<String>
    /// The identity that was lost by the change, if one was.
    let lostIdentity: LostIdentity?
    /// The id of the second factor that was added, if one was.
    let addedFactor: String?

    /// The past of an account to which something was added.
    init(before view: AccountView, adding factor: SecondFactor? = nil) {
        (kept, proved) = (view.marks, view.provedAddresses)
        (lostIdentity, addedFactor) = (nil, factor?.id)
    }

    /// The past of an account that has lost an address.
    init(before view: AccountView, losing login: Login) {
        (kept, proved) = (view.marks.subtracting([login.mark]), view.provedAddresses)
        (lostIdentity, addedFactor) = (nil, nil)
    }

    /// The past of an account that has lost an identity.
    init(before view: AccountView, losing identity: Identity) {
        (kept, proved) = (view.marks.subtracting([identity.mark]), view.provedAddresses)
        (lostIdentity, addedFactor) = (LostIdentity(provider: identity.provider, subject: identity.subject), nil)
    }

    /// An identity that proved an address.
    struct LostIdentity: Codable, Equatable, Sendable {
        let provider: Provider
        let subject: String
    }
}

/// The undo links of an account that are still valid. They tell which of its addresses came after which.
///
/// An address is junior to another one if it came to the account after a link to the other one was made. A thief who adds
/// an address of their own makes the owner's address a link by that: so the thief's address is junior to the owner's for a
/// week. A junior address must have no way back that outlives the owner's.
struct UndoLinks: Sendable {
    let links: [(code: OneTimeCode, content: CodeContent)]

    /// Returns whether one of these addresses came to the account before this one.
    func isJunior(_ address: String, to others: Set<String>) -> Bool {
        let oldest = links.filter { $0.content.name.hasSameBytes(as: address) }.map(\.code.expiresAt).min()
        return links.contains { link in
            // An address that was lost before is missing as well, and has an older link.
            others.contains(link.content.name) && oldest.map { $0 >= link.code.expiresAt } ?? true
                && link.content.past?.proved.contains(address) == false
        }
    }

    /// Returns the codes that the use of one of these links voids: links to its own address from the same time or later,
    /// links from while the address was not the account's, other links for the very same change, and all links to
    /// addresses that are junior to its own.
    ///
    /// Other links stay. So a thief's address that was there before the change cannot void what the owner was mailed about
    /// a later one.
    func voided(by code: OneTimeCode, _ content: CodeContent) -> [OneTimeCode] {
        links.filter { other in
            let isLater = other.code.expiresAt >= code.expiresAt
            let isOwn = other.content.name.hasSameBytes(as: content.name)
            let isWithout = other.content.past?.proved.contains(content.name) != true
            let isSameChange =
                other.code.expiresAt == code.expiresAt && other.content.purpose == content.purpose
                && other.content.past == content.past
            return isLater && (isOwn || isWithout) || isSameChange
                || isJunior(other.content.name, to: [content.name])
        }.map(\.code)
    }
}

extension StorageReader {
    /// Returns the account's undo links that are still valid.
    func undoLinks(
        of account: AccountID, in app: AppID, _ safe: CodeSafe, at now: Date
    ) throws(StorageError) -> UndoLinks {
        var links: [(code: OneTimeCode, content: CodeContent)] = []
        for code in try codes(of: account, in: app) where now < code.expiresAt {
            let content = try safe.open(code)
            if content.purpose.isUndo { links.append((code, content)) }
        }
        return UndoLinks(links: links)
    }

    /// Returns whether an address that the account has lost can take it back.
    func canBeTakenBack(
        _ account: AccountID, in app: AppID, _ safe: CodeSafe, at now: Date
    ) throws(StorageError) -> Bool {
        try undoLinks(of: account, in: app, safe, at: now).links.contains { $0.content.purpose == .undoChange }
    }
}

extension AccountView {
    /// The sign-in methods and second factors, as an undo link lists them.
    var marks: Set<String> { marksOfMethods.union(factors.map(\.mark)) }

    /// The sign-in methods alone.
    var marksOfMethods: Set<String> {
        Set(identities.map(\.mark) + logins.filter { $0.kind != .custom }.map(\.mark))
    }
}

extension Identity {
    var mark: String { Self.mark(provider, subject) }

    static func mark(_ provider: Provider, _ subject: String) -> String { "identity \(provider.rawValue) \(subject)" }
}

extension Login {
    var mark: String { Self.mark(kind, name) }

    static func mark(_ kind: Kind, _ name: String) -> String { "\(kind.rawValue) \(name)" }
}

extension SecondFactor {
    var mark: String { "factor \(id) \(number?.description ?? "")" }
}
