import Foundation
import SesameWire

/// The state of an account before a change, to which the change's undo link takes it back.
struct UndoPast: Codable, Equatable, Sendable {
    /// The sign-in methods and second factors that were there before the change and were not lost by it.
    ///
    /// Creation times would not do: a merge brings identities that are older than the change.
    let kept: Set<String>
    /// The addresses that were proved before the change. See ``UndoLinks``.
    let proved: Set<String>
    /// The identities that proved addresses, by address. An address that an identity proves comes back with it.
    let identities: [String: ProvingIdentity]
    /// True if the change was the loss of an identity.
    let losesIdentity: Bool
    /// The id of the second factor that was added, if one was.
    let addedFactor: String?

    /// The past of an account to which something was added.
    init(before view: AccountView, adding factor: SecondFactor? = nil) {
        self.init(view, losing: nil, losesIdentity: false, adding: factor)
    }

    /// The past of an account that has lost an address.
    init(before view: AccountView, losing login: Login) {
        self.init(view, losing: login.mark, losesIdentity: false, adding: nil)
    }

    /// The past of an account that has lost an identity.
    init(before view: AccountView, losing identity: Identity) {
        self.init(view, losing: identity.mark, losesIdentity: true, adding: nil)
    }

    private init(_ view: AccountView, losing mark: String?, losesIdentity: Bool, adding factor: SecondFactor?) {
        kept = mark.map { view.marks.subtracting([$0]) } ?? view.marks
        proved = view.provedAddresses
        var identities: [String: ProvingIdentity] = [:]
        for identity in view.identities {
            guard let address = identity.provedAddress else { continue }
            identities[address] = ProvingIdentity(
                provider: identity.provider, subject: identity.subject, createdAt: identity.createdAt)
        }
        self.identities = identities
        self.losesIdentity = losesIdentity
        addedFactor = factor?.id
    }

    /// An identity that proved an address.
    struct ProvingIdentity: Codable, Equatable, Sendable {
        let provider: Provider
        let subject: String
        let createdAt: Date

        var mark: String { Identity.mark(provider, createdAt) }
    }
}

/// The undo links of an account that are still valid. They tell which of its addresses came after which.
///
/// An address is junior to another one if it came to the account after a link to the other one was made. A thief who adds
/// an address of their own makes the owner's address a link by that: so the thief's address is junior to the owner's for a
/// week. A junior address must have no way back that outlives the owner's.
struct UndoLinks: Sendable {
    /// The life of a link, in seconds.
    static let life: TimeInterval = 7 * 86_400
    let links: [(code: OneTimeCode, content: CodeContent)]

    /// The number of links that an address may have at once. The oldest takes back the most, so none is missing.
    static let mostOfAddress = 10

    /// Returns whether the address has as many links as one may have.
    func isFull(_ address: String) -> Bool {
        links.count { $0.content.name.hasSameBytes(as: address) } >= Self.mostOfAddress
    }

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
        let proved = try view(of: account, in: app)?.provedAddresses ?? []
        return try undoLinks(of: account, in: app, safe, at: now).links.contains {
            $0.content.purpose == .undoChange || !proved.contains($0.content.name)
        }
    }
}

extension StorageTransaction {
    /// Deletes the account's undo links, or those to addresses other than these.
    func deleteUndoLinks(
        of account: AccountID, in app: AppID, butTo addresses: Set<String> = [], _ safe: CodeSafe, at now: Date
    ) throws(StorageError) {
        for link in try undoLinks(of: account, in: app, safe, at: now).links
        where !addresses.contains(link.content.name) {
            try deleteCode(inSlot: link.code.slot)
        }
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
    /// By its time and not by its subject: that of an imported or a transferred one changes, and another one of the same
    /// provider is younger.
    var mark: String { Self.mark(provider, createdAt) }

    static func mark(_ provider: Provider, _ createdAt: Date) -> String {
        "identity \(provider.rawValue) \(createdAt.millisecondsSince1970)"
    }
}

extension Login {
    var mark: String { Self.mark(kind, name) }

    static func mark(_ kind: Kind, _ name: String) -> String { "\(kind.rawValue) \(name)" }
}

extension SecondFactor {
    var mark: String { "factor \(id) \(number?.description ?? "")" }
}
