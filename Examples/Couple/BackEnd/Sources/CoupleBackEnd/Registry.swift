import Foundation

/// The rules for couples, codes and gifts, with a journal as storage.
actor Registry {
    /// The lifetime of a partner code, in seconds: a week. Gift codes do not expire.
    static let codeLife: TimeInterval = 7 * 86_400
    /// The maximum number of codes that a user may request or type within an hour.
    static let maxAttempts = 20
    /// The minimum length of a gift's code, in characters; shorter ones could be guessed.
    static let minGiftAmount = 12

    private var couples = Couples()
    /// The number of attempts by user, since ``triesSince``.
    private var tries: [String: Int] = [:]
    private var triesSince = Date.distantPast
    private let journal: Journal<Couples.Entry>
    private let gifts: Set<String>
    /// The time of the next attempt for each profile that Sesame refused to change or did not find.
    private var postponed: [String: Date] = [:]

    /// Creates the registry from the journal's path and the codes of all gifts. Throws if the journal is unusable or a
    /// gift's code is too short.
    init(journal path: String, gifts: some Sequence<String>) throws {
        var couples = Couples()
        journal = try Journal(path) { couples.apply($0) }
        self.couples = couples
        self.gifts = Set(gifts.map(Self.plain))
        guard self.gifts.allSatisfy({ $0.count >= Self.minGiftAmount }) else {
            throw Misfit(description: "a gift code must have at least \(Self.minGiftAmount) letters and digits")
        }
    }

    /// Returns the user's code, existing or new; nil for a user with a partner. Throws `tooManyTries` after
    /// ``maxAttempts`` attempts within an hour.
    func offer(by uid: String, at now: Date = Date()) throws(Problem) -> String? {
        guard couples.partner(of: uid) == nil else { return nil }
        if let code = couples.code(of: uid, at: now) { return code }
        try countTry(of: uid, at: now)
        // The alphabet excludes characters that look alike.
        let code = String((0..<9).compactMap { _ in "ABCDEFGHJKMNPQRSTUVWXYZ23456789".randomElement() })
        try record(.offered(code: code, by: uid, until: now + Self.codeLife))
        return code
    }

    /// Returns the user who offers the code; nil if it is unknown or expired.
    func offerer(of code: String, at now: Date = Date()) -> String? { couples.offerer(of: Self.plain(code), at: now) }

    /// Makes the user and the user who offers the code a couple. A repeated call with the same code returns the same
    /// partner. Throws if the code is unknown, expired or the user's own, if the user already has a partner, or after
    /// ``maxAttempts`` attempts within an hour.
    ///
    /// - Returns: The partner's account id.
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

    /// Separates the user from their partner.
    ///
    /// - Returns: The former partner's account id; nil if the user had none.
    func part(_ uid: String) throws(Problem) -> String? {
        guard let partner = couples.partner(of: uid) else { return nil }
        try record(.parted(by: uid))
        return partner
    }

    /// Redeems a gift, which makes the user a subscriber. Throws `unknownCode` if there is no such gift or another user
    /// has redeemed it.
    func redeem(_ gift: String, by uid: String, at now: Date = Date()) throws(Problem) {
        let gift = Self.plain(gift)
        if couples.owner(ofGift: gift) == uid { return }
        try countTry(of: uid, at: now)
        guard gifts.contains(gift), couples.owner(ofGift: gift) == nil else { throw .unknownCode }
        try record(.redeemed(gift: gift, by: uid))
    }

    /// Applies an account event from Sesame's webhook. A repeated or late event changes nothing.
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

    /// Returns true if the user's profile is outdated.
    func isUnwritten(_ uid: String) -> Bool { couples.unwritten.contains(uid) }

    /// Removes the expired codes.
    func expire(at now: Date = Date()) throws(Problem) {
        for uid in couples.expired(at: now) { try record(.expired(by: uid)) }
    }

    /// Returns the users whose profiles are outdated, except for postponed ones.
    func due(at now: Date = Date()) -> Set<String> {
        postponed = postponed.filter { $0.value > now }
        return couples.unwritten.filter { postponed[$0] == nil }
    }

    /// Schedules another write of a profile: in the next pass, or in an hour, for example because Sesame refused the
    /// fields.
    func writeAgain(_ uid: String, inAnHour: Bool, at now: Date = Date()) {
        // The account may have been deleted during the write.
        guard couples.knows(uid) else { return }
        couples.markUnwritten(uid)
        if inAnHour { postponed[uid] = now + 3_600 }
    }

    /// Returns the fields that a user's profile should have.
    func fields(of uid: String, at now: Date = Date()) -> ProfileFields {
        ProfileFields(
            partnerCode: couples.code(of: uid, at: now) ?? "", partnerId: couples.partner(of: uid) ?? "",
            isSubscribed: couples.isSubscribed(uid))
    }

    /// Records that a profile was written with these fields.
    ///
    /// - Returns: False if the fields have changed since, so that the profile must be written again.
    func wrote(_ fields: ProfileFields, of uid: String, at now: Date = Date()) throws(Problem) -> Bool {
        guard fields == self.fields(of: uid, at: now) else {
            // Another request may have written newer fields before these.
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
        guard known < Self.maxAttempts else { throw .tooManyTries }
        tries[uid] = known + 1
    }

    /// Returns a code in the form used for comparison, because users type lowercase letters and separators.
    private static func plain(_ code: String) -> String {
        code.uppercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
}
