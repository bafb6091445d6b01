import Foundation

/// The couples, kept in a journal: what may happen to whom.
actor Registry {
    /// The life of a code, in seconds: a week.
    static let codeLife: TimeInterval = 7 * 86_400
    /// The most codes that somebody may ask for or type within an hour.
    static let mostTries = 20
    /// The least signs of a gift's code: fewer could be guessed.
    static let leastOfGift = 12

    private var couples = Couples()
    /// The things that were done within this hour.
    private var tries: [String: Int] = [:]
    private var triesSince = Date.distantPast
    private let journal: Journal<Couples.Entry>
    private let gifts: Set<String>
    /// The times at which profiles that cannot hold their fields are tried again.
    private var postponed: [String: Date] = [:]

    /// Takes the journal's path, and the codes of the gifts that there are.
    init(journal path: String, gifts: some Sequence<String>) throws {
        var couples = Couples()
        journal = try Journal(path) { couples.apply($0) }
        self.couples = couples
        self.gifts = Set(gifts.map(Self.plain))
        guard self.gifts.allSatisfy({ $0.count >= Self.leastOfGift }) else {
            throw Misfit(description: "a gift's code has at least \(Self.leastOfGift) letters and digits")
        }
    }

    /// The code by which somebody is found: the one that they have, or a new one; nil for who has a partner.
    func offer(by uid: String, at now: Date = Date()) throws(Problem) -> String? {
        guard couples.partner(of: uid) == nil else { return nil }
        if let code = couples.code(of: uid, at: now) { return code }
        try countTry(of: uid, at: now)
        // Without the signs that are taken for one another.
        let code = String((0..<9).compactMap { _ in "ABCDEFGHJKMNPQRSTUVWXYZ23456789".randomElement() })
        try record(.offered(code: code, by: uid, until: now + Self.codeLife))
        return code
    }

    /// The person who offers that code, if anybody does.
    func offerer(of code: String, at now: Date = Date()) -> String? { couples.offerer(of: Self.plain(code), at: now) }

    /// Makes two a couple, by the code of one that the other has typed. Typed again, it says again whose it was.
    ///
    /// - Returns: The partner.
    func pair(_ uid: String, by code: String, at now: Date = Date()) throws(Problem) -> String {
        let code = Self.plain(code)
        if let partner = couples.partner(of: uid) {
            guard couples.typedCode(of: uid) == code else { throw .hasPartner }
            return partner
        }
        try countTry(of: uid, at: now)
        guard let other = couples.offerer(of: code, at: now) else { throw .unknownCode }
        guard other != uid else { throw .ownCode }
        try record(.paired(code: code, by: uid))
        return other
    }

    /// Parts a couple.
    ///
    /// - Returns: The partner until then.
    func part(_ uid: String) throws(Problem) -> String? {
        guard let partner = couples.partner(of: uid) else { return nil }
        try record(.parted(by: uid))
        return partner
    }

    /// Makes somebody a subscriber. A gift is one person's.
    func redeem(_ gift: String, by uid: String, at now: Date = Date()) throws(Problem) {
        let gift = Self.plain(gift)
        if couples.owner(ofGift: gift) == uid { return }
        try countTry(of: uid, at: now)
        guard gifts.contains(gift), couples.owner(ofGift: gift) == nil else { throw .unknownCode }
        try record(.redeemed(gift: gift, by: uid))
    }

    /// Takes in what Sesame tells of accounts. Told again or late, it changes nothing.
    func follow(_ event: Event) throws(Problem) {
        guard let uid = event.uid else { return }
        switch (event.kind, event.detail) {
        case ("account_deleted", _) where couples.knows(uid): try record(.left(uid))
        case ("accounts_merged", let into?)
        where into != uid && couples.knows(uid) && !couples.isMerged(uid) && event.time >= couples.lastMove(of: uid):
            try record(.merged(uid, into: into, at: event.time))
        case ("merge_undone", let from?) where from != uid && event.time >= couples.lastMove(of: uid):
            try record(.unmerged(uid, from: from, at: event.time))
        default: break
        }
    }

    /// Returns whether somebody's profile does not say yet what is known here.
    func isUnwritten(_ uid: String) -> Bool { couples.unwritten.contains(uid) }

    /// Ends the codes whose time is over.
    func expire(at now: Date = Date()) throws(Problem) {
        for uid in couples.expired(at: now) { try record(.expired(by: uid)) }
    }

    /// The people whose profiles are to be written now.
    func due(at now: Date = Date()) -> Set<String> {
        postponed = postponed.filter { $0.value > now }
        return couples.unwritten.filter { postponed[$0] == nil }
    }

    /// Has a profile written again: at once, or in an hour where it cannot hold its fields, or is gone.
    func writeAgain(_ uid: String, inAnHour: Bool, at now: Date = Date()) {
        // It may have been forgotten while it was written.
        guard couples.knows(uid) else { return }
        couples.markUnwritten(uid)
        if inAnHour { postponed[uid] = now + 3_600 }
    }

    /// The fields that a person's profile is to have.
    func fields(of uid: String, at now: Date = Date()) -> ProfileFields {
        ProfileFields(
            partnerCode: couples.code(of: uid, at: now) ?? "", partnerId: couples.partner(of: uid) ?? "",
            isSubscribed: couples.isSubscribed(uid))
    }

    /// Notes that a profile has been given those fields.
    ///
    /// - Returns: False when they are others by now, and have to be written again.
    func wrote(_ fields: ProfileFields, of uid: String, at now: Date = Date()) throws(Problem) -> Bool {
        guard fields == self.fields(of: uid, at: now) else {
            // Another request may have written the newer ones before these.
            couples.markUnwritten(uid)
            return false
        }
        if couples.unwritten.contains(uid) { try record(.written(uid)) }
        return true
    }

    private func record(_ entry: Couples.Entry) throws(Problem) {
        do {
            try journal.append(entry)
        } catch {
            throw .unavailable
        }
        couples.apply(entry)
        for uid in couples.touched { postponed[uid] = nil }
    }

    private func countTry(of uid: String, at now: Date) throws(Problem) {
        if now.timeIntervalSince(triesSince) >= 3_600 { (tries, triesSince) = ([:], now) }
        let known = tries[uid] ?? 0
        guard known < Self.mostTries else { throw .tooManyTries }
        tries[uid] = known + 1
    }

    /// A code as it is compared: people type small letters and signs between.
    private static func plain(_ code: String) -> String {
        code.uppercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
}
