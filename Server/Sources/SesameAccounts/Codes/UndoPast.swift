import Foundation
import SesameWire

/// The state of an account before a change, which the change's undo link restores.
struct UndoPast: Codable, Equatable, Sendable {
    /// The marks of the sign-in methods and second factors that existed before the change and survived it. Creation
    /// times would not show what was added later, because a merge adds identities that are older than the change.
    let kept: Set<String>
    /// The addresses that were proved before the change. See ``UndoLinks``.
    let proved: Set<String>
    /// The identities that proved addresses, by address. Such an address is restored together with its identity.
    let identities: [String: ProvingIdentity]
    /// True if the change unlinked an identity.
    let losesIdentity: Bool
    /// The id of the second factor that was added; nil for other changes.
    let addedFactor: String?

    /// Creates the state before a sign-in method or second factor was added.
    init(before view: AccountRecord, adding factor: SecondFactor? = nil) {
        self.init(view, losing: nil, losesIdentity: false, adding: factor)
    }

    /// Creates the state before an address was removed.
    init(before view: AccountRecord, losing login: LocalCredential) {
        self.init(view, losing: login.mark, losesIdentity: false, adding: nil)
    }

    /// Creates the state before an identity was unlinked.
    init(before view: AccountRecord, losing identity: Identity) {
        self.init(view, losing: identity.mark, losesIdentity: true, adding: nil)
    }

    private init(_ view: AccountRecord, losing mark: String?, losesIdentity: Bool, adding factor: SecondFactor?) {
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

    /// An identity that proved an address, with the data to restore the identity.
    struct ProvingIdentity: Codable, Equatable, Sendable {
        let provider: Provider
        let subject: String
        let createdAt: Date

        var mark: String { Identity.mark(provider, createdAt) }
    }
}

/// The valid undo links of an account. They show the order in which addresses were added.
///
/// Address A is junior to address B if A was added to the account after a link to B was created. A thief who adds an
/// address causes an undo link to the owner's address: so the thief's address is junior to the owner's for a week. A
/// junior address must have no undo link that outlives the owner's.
struct UndoLinks: Sendable {
    /// The lifetime of a link, in seconds.
    static let lifetime: TimeInterval = 7 * 86_400
    let links: [(code: OneTimeCode, content: CodeContent)]

    /// The maximum number of links of an address. The oldest link undoes the most, so further ones are not needed.
    static let maxPerAddress = 10

    /// Returns true if the address has the maximum number of links, and therefore gets no new link.
    func isFull(_ address: String) -> Bool {
        links.count { $0.content.name.hasSameBytes(as: address) } >= Self.maxPerAddress
    }

    /// Returns true if the address is junior to at least one of the others; see ``UndoLinks``.
    func isJunior(_ address: String, to others: Set<String>) -> Bool {
        let oldest = links.filter { $0.content.name.hasSameBytes(as: address) }.map(\.code.expiresAt).min()
        return links.contains { link in
            // An address that was lost before is also missing from `proved`, but has an older link.
            others.contains(link.content.name) && oldest.map { $0 >= link.code.expiresAt } ?? true
                && link.content.past?.proved.contains(address) == false
        }
    }

    /// Returns the codes that become void when the undo link `code` is used: links from the same time or later that are
    /// to the same address, or were created while the account did not have the address; other links for the same
    /// change; and all links to addresses that are junior to the address.
    ///
    /// All other links stay valid. So a thief's address that existed before the change cannot void the owner's links
    /// for a later change.
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
    /// Returns the account's undo links that have not expired.
    func undoLinks(
        of account: AccountID, in app: AppID, _ cipher: OneTimeCodeCipher, at now: Date
    ) throws(StorageError) -> UndoLinks {
        var links: [(code: OneTimeCode, content: CodeContent)] = []
        for code in try codes(of: account, in: app) where now < code.expiresAt {
            let content = try cipher.open(code)
            if content.purpose.isUndo { links.append((code, content)) }
        }
        return UndoLinks(links: links)
    }

    /// Returns true if a pending undo link can restore a lost address of the account.
    func canBeTakenBack(
        _ account: AccountID, in app: AppID, _ cipher: OneTimeCodeCipher, at now: Date
    ) throws(StorageError) -> Bool {
        let proved = try view(of: account, in: app)?.provedAddresses ?? []
        return try undoLinks(of: account, in: app, cipher, at: now).links.contains {
            $0.content.purpose == .undoChange || !proved.contains($0.content.name)
        }
    }
}

extension StorageTransaction {
    /// Deletes the account's undo links, except for links to the given addresses.
    func deleteUndoLinks(
        of account: AccountID, in app: AppID, butTo addresses: Set<String> = [], _ cipher: OneTimeCodeCipher,
        at now: Date
    ) throws(StorageError) {
        for link in try undoLinks(of: account, in: app, cipher, at: now).links
        where !addresses.contains(link.content.name) {
            try deleteCode(inSlot: link.code.lookupKey)
        }
    }
}

extension AccountRecord {
    /// The marks of the sign-in methods and second factors, as stored in an undo link.
    var marks: Set<String> { marksOfMethods.union(factors.map(\.mark)) }

    /// The marks of the sign-in methods alone, without custom ids.
    var marksOfMethods: Set<String> {
        Set(identities.map(\.mark) + logins.filter { $0.kind != .custom }.map(\.mark))
    }
}

extension Identity {
    /// The mark of the identity, from the provider and the creation time. It does not depend on the subject, which
    /// changes when an identity is imported or transferred; a different identity of the same provider has a later time.
    var mark: String { Self.mark(provider, createdAt) }

    static func mark(_ provider: Provider, _ createdAt: Date) -> String {
        "identity \(provider.rawValue) \(createdAt.millisecondsSince1970)"
    }
}

extension LocalCredential {
    var mark: String { Self.mark(kind, name) }

    static func mark(_ kind: Kind, _ name: String) -> String { "\(kind.rawValue) \(name)" }
}

extension SecondFactor {
    var mark: String { "factor \(id) \(number?.description ?? "")" }
}
