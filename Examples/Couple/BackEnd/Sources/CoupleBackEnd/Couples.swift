import Foundation

/// The state of couples, offered codes and subscriptions.
struct Couples: Sendable {
    /// A change, as recorded in the journal.
    enum Entry: Codable, Sendable {
        /// A user offered a code, in place of the previous one.
        case offered(code: String, by: String, until: Date)
        /// The code that a user offered expired.
        case expired(by: String)
        /// The user `by` typed another user's code, and the two became a couple.
        case paired(code: String, by: String)
        /// A couple separated.
        case parted(by: String)
        /// A user redeemed a gift code and became a subscriber.
        case redeemed(gift: String, by: String)
        /// An account was deleted.
        case left(String)
        /// An account was merged into another one; `at` is in seconds since 1970.
        case merged(String, into: String, at: Int)
        /// The merge of an account into the account `from` was undone; `at` is in seconds since 1970.
        case unmerged(String, from: String, at: Int)
        /// A user's profile was brought up to date.
        case written(String)
    }

    private struct Offer {
        let uid: String
        let until: Date
    }

    /// The data that an absorbed account brought into the surviving one.
    private struct Brought {
        let partner: String?
        /// True if the merge made the absorbed account's partner the partner of the surviving account.
        let isMoved: Bool
        let gifts: Set<String>
    }

    private var partners: [String: String] = [:]
    private var offers: [String: Offer] = [:]
    private var codes: [String: String] = [:]
    /// The code that each user typed to join their current couple, for repeated requests.
    private var typed: [String: String] = [:]
    /// The account id of each redeemed gift's owner, by gift code.
    private var gifts: [String: String] = [:]
    private var giftsOf: [String: Set<String>] = [:]
    private var brought: [String: Brought] = [:]
    private var moves: [String: Int] = [:]
    /// The users whose profiles are outdated.
    private(set) var unwritten: Set<String> = []
    /// The users whom the last entry changed.
    private(set) var touched: Set<String> = []

    /// Returns the partner's account id; nil for a user without a partner.
    func partner(of uid: String) -> String? { partners[uid] }
    /// Returns true if a gift has made the user a subscriber.
    func isSubscribed(_ uid: String) -> Bool { giftsOf[uid]?.isEmpty == false }
    /// Returns the code that the user typed to join their current couple; nil if there is none.
    func typedCode(of uid: String) -> String? { typed[uid] }
    /// Returns the time at which the account was last merged into another one or restored by an undo, in seconds since
    /// 1970; 0 if there was none. Merge and undo events with an earlier time have arrived late and are ignored.
    func lastMove(of uid: String) -> Int { moves[uid] ?? 0 }
    /// Returns true if the account is currently merged into another one.
    func isMerged(_ uid: String) -> Bool { brought[uid] != nil }
    /// Returns true if the account has a partner, a code, a gift or an outdated profile.
    func knows(_ uid: String) -> Bool {
        partners[uid] != nil || codes[uid] != nil || isSubscribed(uid) || unwritten.contains(uid)
    }
    /// Returns the account that owns a redeemed gift; nil if the gift is not redeemed. After a merge, the owner is the
    /// surviving account.
    func owner(ofGift gift: String) -> String? { gifts[gift] }

    /// Returns the code that the user offers; nil if there is none or it has expired.
    func code(of uid: String, at now: Date) -> String? {
        codes[uid].flatMap { code in offers[code].flatMap { $0.until > now ? code : nil } }
    }

    /// Returns the users whose offers have expired.
    func expired(at now: Date) -> [String] { offers.values.filter { $0.until <= now }.map(\.uid) }

    /// Returns the user who offers the code; nil if it is unknown or expired.
    func offerer(of code: String, at now: Date) -> String? {
        offers[code].flatMap { $0.until > now ? $0.uid : nil }
    }

    /// Marks a user's profile as outdated.
    mutating func markUnwritten(_ uid: String) { unwritten.insert(uid) }

    /// Applies a change without validation, because the change has already happened, and updates ``touched``.
    mutating func apply(_ entry: Entry) {
        touched = []
        switch entry {
        case .offered(let code, let uid, let until):
            withdraw(uid)
            (codes[uid], offers[code]) = (code, Offer(uid: uid, until: until))
            touch(uid)
        case .expired(let uid):
            withdraw(uid)
        case .paired(let code, let uid):
            guard let other = offers[code]?.uid else { return }
            pair(uid, other)
            typed[uid] = code
        case .parted(let uid):
            part(uid)
        case .redeemed(let gift, let uid):
            give([gift], to: uid)
        case .left(let uid):
            part(uid)
            withdraw(uid)
            (giftsOf[uid], brought[uid]) = (nil, nil)
            unwritten.remove(uid)
        case .merged(let uid, let into, let time):
            moves[uid] = time
            merge(uid, into)
        case .unmerged(let uid, let from, let time):
            moves[uid] = time
            unmerge(uid, from)
        case .written(let uid):
            unwritten.remove(uid)
        }
    }

    private mutating func merge(_ uid: String, _ into: String) {
        let (partner, mine) = (partners[uid], giftsOf[uid] ?? [])
        part(uid)
        withdraw(uid)
        var isMoved = false
        if let partner, partner != into, partners[into] == nil {
            pair(into, partner)
            isMoved = true
        }
        give(mine, to: into)
        brought[uid] = Brought(partner: partner, isMoved: isMoved, gifts: mine)
        unwritten.remove(uid)
    }

    private mutating func unmerge(_ uid: String, _ from: String) {
        guard let mine = brought.removeValue(forKey: uid) else { return }
        give(mine.gifts.filter { gifts[$0] == from }, to: uid)
        for account in [uid, from] { touch(account) }
        guard let partner = mine.partner, partners[uid] == nil else { return }
        if mine.isMoved, partners[from] == partner { part(from) }
        if partners[partner] == nil { pair(uid, partner) }
    }

    private mutating func give(_ given: Set<String>, to uid: String) {
        for gift in given {
            if let owner = gifts[gift] { giftsOf[owner]?.remove(gift) }
            gifts[gift] = uid
        }
        giftsOf[uid, default: []].formUnion(given)
        touch(uid)
    }

    private mutating func pair(_ one: String, _ other: String) {
        for half in [one, other] {
            part(half)
            withdraw(half)
            touch(half)
        }
        (partners[one], partners[other]) = (other, one)
    }

    private mutating func part(_ uid: String) {
        guard let partner = partners.removeValue(forKey: uid) else { return }
        partners[partner] = nil
        (typed[uid], typed[partner]) = (nil, nil)
        for half in [uid, partner] { touch(half) }
    }

    private mutating func touch(_ uid: String) {
        unwritten.insert(uid)
        touched.insert(uid)
    }

    /// Withdraws the code that the user offers, if there is one.
    private mutating func withdraw(_ uid: String) {
        guard let code = codes.removeValue(forKey: uid) else { return }
        offers[code] = nil
        touch(uid)
    }
}
