import Foundation

/// The couples, the codes that are offered, and the subscriptions.
struct Couples: Sendable {
    /// Something that has happened.
    enum Entry: Codable, Sendable {
        /// Somebody offers a code, in place of the one before.
        case offered(code: String, by: String, until: Date)
        /// An offer has come to its end.
        case expired(by: String)
        /// The partner has typed the code.
        case paired(code: String, by: String)
        /// A couple has parted.
        case parted(by: String)
        /// A gift was redeemed.
        case redeemed(gift: String, by: String)
        /// An account was deleted.
        case left(String)
        /// An account has become part of another one, at that second since 1970.
        case merged(String, into: String, at: Int)
        /// It is an account of its own again.
        case unmerged(String, from: String, at: Int)
        /// Somebody's profile says what is known here.
        case written(String)
    }

    private struct Offer {
        let uid: String
        let until: Date
    }

    /// An account's share of the one that it has become part of.
    private struct Brought {
        let partner: String?
        /// True if the other account has become the partner's.
        let isMoved: Bool
        let gifts: Set<String>
    }

    private var partners: [String: String] = [:]
    private var offers: [String: Offer] = [:]
    private var codes: [String: String] = [:]
    /// The code that made somebody half of a couple, for a request that comes again.
    private var typed: [String: String] = [:]
    /// The owner of each gift that was redeemed, and the gifts of each owner.
    private var gifts: [String: String] = [:]
    private var giftsOf: [String: Set<String>] = [:]
    private var brought: [String: Brought] = [:]
    private var moves: [String: Int] = [:]
    /// The people whose profiles do not say yet what is known here.
    private(set) var unwritten: Set<String> = []
    /// The people whom the last entry has changed.
    private(set) var touched: Set<String> = []

    /// The partner's account.
    func partner(of uid: String) -> String? { partners[uid] }
    /// True if a gift has made somebody a subscriber.
    func isSubscribed(_ uid: String) -> Bool { giftsOf[uid]?.isEmpty == false }
    /// The code by which that person has become somebody's partner.
    func typedCode(of uid: String) -> String? { typed[uid] }
    /// The time of an account's last merge or undo, in seconds since 1970: messages may come late.
    func lastMove(of uid: String) -> Int { moves[uid] ?? 0 }
    /// True if the account is part of another one now.
    func isMerged(_ uid: String) -> Bool { brought[uid] != nil }
    /// True if there is anything about that account.
    func knows(_ uid: String) -> Bool {
        partners[uid] != nil || codes[uid] != nil || isSubscribed(uid) || unwritten.contains(uid)
    }
    /// The person who has redeemed the gift.
    func owner(ofGift gift: String) -> String? { gifts[gift] }

    /// The code that somebody offers, while it is good.
    func code(of uid: String, at now: Date) -> String? {
        codes[uid].flatMap { code in offers[code].flatMap { $0.until > now ? code : nil } }
    }

    /// The people whose offers have come to their end.
    func expired(at now: Date) -> [String] { offers.values.filter { $0.until <= now }.map(\.uid) }

    /// The person who offers the code, while it is good.
    func offerer(of code: String, at now: Date) -> String? {
        offers[code].flatMap { $0.until > now ? $0.uid : nil }
    }

    /// Has a person's profile written again.
    mutating func markUnwritten(_ uid: String) { unwritten.insert(uid) }

    /// Takes in what has happened. Nothing is refused here: it has.
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

    /// Takes an offer back.
    private mutating func withdraw(_ uid: String) {
        guard let code = codes.removeValue(forKey: uid) else { return }
        offers[code] = nil
        touch(uid)
    }
}
