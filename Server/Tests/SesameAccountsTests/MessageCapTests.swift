import Foundation
import SesameCore
import SesameSQLite
import SesameWire
import Testing

@testable import SesameAccounts

/// Tests of the daily caps on messages with codes.
struct MessageCapTests {
    private static let policy = PasswordPolicy(allowsPhones: true)

    private static func rules(
        _ limits: [MessageCaps.Scope: Int], apps: [AppID: MessageCaps] = [:], countries: TextCountries = .all
    ) -> MessageRules {
        MessageRules(caps: caps(limits), apps: apps, countries: countries)
    }

    private static func caps(_ limits: [MessageCaps.Scope: Int]) -> MessageCaps {
        MessageCaps(
            Dictionary(
                uniqueKeysWithValues: MessageCaps.Rule.all.compactMap { rule in limits[rule.scope].map { (rule, $0) } })
        )
    }

    private func number(_ last: Int = 1, country: String = "+33") throws -> PhoneNumber {
        try #require(PhoneNumber("\(country)61234567\(last)"))
    }

    /// Requests each code, and returns the refusals; nil for a success.
    private func refusals(_ orders: OneTimeCodeRequest..., by rig: PasswordRig) async -> [AccountError?] {
        var refusals: [AccountError?] = []
        for order in orders {
            do throws(AccountError) {
                try await rig.accounts.codes.sendCode(order, of: rig.app, context: rig.context)
                refusals.append(nil)
            } catch {
                refusals.append(error)
            }
        }
        return refusals
    }

    private func events(of rig: PasswordRig) async throws -> [SecurityEvent] {
        try await rig.accounts.events.events(matching: EventQuery(kinds: [.messageCapReached], limit: 100)).events.map(
            \.event)
    }

    @Test func `the default caps have their documented values`() {
        let caps = MessageCaps.Rule.all.map { "\($0.channel.rawValue) \($0.scope.rawValue) \(MessageCaps()[$0])" }
        #expect(
            caps == [
                "mail receiver 20", "mail app 10000", "text receiver 10", "text country 200", "text app 1000",
            ])
    }

    @Test func `a receiver reaches a daily cap and learns when the next day starts`() async throws {
        let rig = try await PasswordRig(Self.policy, messageRules: Self.rules([.receiver: 2]))
        let order = OneTimeCodeRequest.signIn(try number())
        let refused = await refusals(order, order, order, .signIn(try number(2)), by: rig)
        #expect(refused.map(\.?.code) == [nil, nil, .rateLimited, nil])
        let last = try #require(refused[2])
        let midnight = rig.storage.clock.now.addingTimeInterval(Double(try #require(last.retryAfter)))
        #expect(midnight.timeIntervalSince1970.truncatingRemainder(dividingBy: 86_400) == 0)
        #expect((1...86_400).contains(last.retryAfter ?? 0))
    }

    @Test func `an unknown email address is counted and rejected like a known one`() async throws {
        let rig = try await PasswordRig(messageRules: Self.rules([.receiver: 2]))
        _ = try await rig.signUp(1)
        let known = OneTimeCodeRequest.resetPassword(try rig.email(1))
        let unknown = OneTimeCodeRequest.resetPassword(try rig.email(2))
        let ofKnown = await refusals(known, known, known, by: rig)
        let ofUnknown = await refusals(unknown, unknown, unknown, by: rig)
        #expect(ofKnown.map(\.?.code) == [nil, nil, .rateLimited])
        #expect(ofUnknown.map(\.?.code) == ofKnown.map(\.?.code))
        #expect(ofUnknown.last??.reason == ofKnown.last??.reason)
        #expect(ofUnknown.last??.retryAfter == ofKnown.last??.retryAfter)
        #expect(try await rows(of: known, rig) == [2, 4])
        #expect(try await rows(of: unknown, rig) == [2, 4])
        try await rig.deliver()
        #expect(rig.messages.sent.count == 2)
    }

    /// Returns the stored counts of the counters that a code request affects.
    private func rows(of order: OneTimeCodeRequest, _ rig: PasswordRig) async throws -> [Int] {
        let tally = try #require(
            rig.accounts.codes.messageCounters.tally(
                order, of: rig.app, by: rig.accounts.codes.messageRules, at: rig.storage.clock.now, context: rig.context
            ))
        return try await rig.storage.engine.read { reader throws(StorageError) in
            var counts: [Int] = []
            for entry in tally.entries { counts.append(try reader.messageCount(of: entry.counter)) }
            return counts
        }
    }

    @Test func `rejected messages do not count toward other caps`() async throws {
        let rig = try await PasswordRig(
            Self.policy, messageRules: Self.rules([.receiver: 1, .country: 2, .app: 3]))
        let (one, two, three) = (
            OneTimeCodeRequest.signIn(try number(1)), OneTimeCodeRequest.signIn(try number(2)),
            OneTimeCodeRequest.signIn(try number(3))
        )
        let refused = await refusals(one, one, one, two, three, by: rig)
        #expect(refused.map(\.?.cap?.scope) == [nil, .receiver, .receiver, nil, .country])
        let abroad = OneTimeCodeRequest.signIn(try number(1, country: "+49"))
        let other = OneTimeCodeRequest.signIn(try number(2, country: "+49"))
        #expect(await refusals(abroad, abroad, other, by: rig).map(\.?.cap?.scope) == [nil, .receiver, .app])
        #expect(try await rows(of: one, rig) == [1, 2, 3])
    }

    @Test func `email and SMS are counted separately, and email has no country cap`() async throws {
        let rig = try await PasswordRig(Self.policy, messageRules: Self.rules([.country: 1, .app: 2]))
        let mails = (1...3).compactMap { EmailAddress("test.user.\($0)@example.com") }.map {
            OneTimeCodeRequest.signIn($0)
        }
        let refused = await refusals(.signIn(try number()), mails[0], mails[1], mails[2], by: rig)
        #expect(refused.map(\.?.cap?.scope) == [nil, nil, nil, .app])
    }

    @Test func `an app can have its own caps, which also apply to its tenants`() async throws {
        let id = try #require(AppID("authservice"))
        let rig = try await PasswordRig(
            Self.policy, messageRules: Self.rules([.receiver: 1], apps: [id: Self.caps([.receiver: 2])]))
        let order = OneTimeCodeRequest.signIn(try number())
        #expect(await refusals(order, order, order, by: rig).map(\.?.code) == [nil, nil, .rateLimited])
        var tenant = rig.app
        tenant.id = try #require(AppID("tenant"))
        tenant.firebase = FirebaseSettings(projectID: "authservice", apiKeys: [])
        tenant.firebase?.configuredAppID = id
        let refused = try await rig.code {
            try await rig.accounts.codes.sendCode(order, of: tenant, context: rig.context)
        }
        #expect(refused == .rateLimited)
    }

    @Test func `message counts survive a restart and are shared by two servers`() async throws {
        let rules = Self.rules([.receiver: 2])
        let rig = try await PasswordRig(Self.policy, messageRules: rules)
        let order = OneTimeCodeRequest.signIn(try number())
        #expect(await refusals(order, by: rig).map(\.?.code) == [nil])
        let second = try await PasswordRig.system(rig.storage, rig.apple, rig.messages, messageRules: rules)
        try await second.codes.sendCode(order, of: rig.app, context: rig.context)
        #expect(await refusals(order, by: rig).map(\.?.code) == [.rateLimited])
        let third = try await PasswordRig.system(rig.storage, rig.apple, rig.messages, messageRules: rules)
        #expect(
            try await rig.code { try await third.codes.sendCode(order, of: rig.app, context: rig.context) }
                == .rateLimited)
    }

    @Test func `counts restart each day, but not after a clock is set back`() async throws {
        let rig = try await PasswordRig(Self.policy, messageRules: Self.rules([.receiver: 1]))
        let order = OneTimeCodeRequest.signIn(try number())
        let refused = try #require(await refusals(order, order, by: rig).last ?? nil)
        let wait = Double(try #require(refused.retryAfter))
        rig.storage.clock.advance(by: wait - 1)
        #expect(await refusals(order, by: rig).map(\.?.retryAfter) == [1])
        rig.storage.clock.advance(by: 1)
        #expect(await refusals(order, order, by: rig).map(\.?.retryAfter) == [nil, 86_400])
        try await rig.accounts.maintenance.purge()
        rig.storage.clock.advance(by: -2)
        #expect(await refusals(order, by: rig).map(\.?.retryAfter) == [2])
        rig.storage.clock.advance(by: 2)
        #expect(await refusals(order, by: rig).map(\.?.code) == [.rateLimited])
        rig.storage.clock.advance(by: 30 * 86_400)
        #expect(await refusals(order, order, by: rig).map(\.?.code) == [nil, .rateLimited])
    }

    @Test func `a reached cap creates one event a day without an account`() async throws {
        let seen = Locked<[MetricsEvent]>([])
        let rig = try await PasswordRig(
            Self.policy, messageRules: Self.rules([.receiver: 1, .country: 2]),
            observe: { occurrence in seen.withLock { $0.append(occurrence) } })
        let (one, two, three) = (
            OneTimeCodeRequest.signIn(try number(1)), OneTimeCodeRequest.signIn(try number(2)),
            OneTimeCodeRequest.signIn(try number(3))
        )
        _ = await refusals(one, one, one, two, three, three, by: rig)
        let events = try await events(of: rig)
        #expect(Set(events.map(\.detail)) == ["text_receiver", "text_country_33"])
        #expect(events.count == 3 && events.allSatisfy { $0.app == rig.app.id && $0.account == nil })
        let capped = seen.withLock { $0 }.compactMap { occurrence -> MessageCaps.Scope? in
            if case .messageCapped(let rule) = occurrence { rule.scope } else { nil }
        }
        #expect(capped == [.receiver, .receiver, .country, .country])
    }

    @Test func `plus-sign variants of an email address share one cap`() async throws {
        let rig = try await PasswordRig(messageRules: Self.rules([.receiver: 2]))
        let names = [
            "mona@example.com", "Mona+a@example.com", "mona+b@example.com", "mona@example.org", "+c@example.com",
        ]
        var refused: [AuthError.Code?] = []
        for name in names {
            refused += await refusals(.signIn(try #require(EmailAddress(name))), by: rig).map(\.?.code)
        }
        #expect(refused == [nil, nil, .rateLimited, nil, nil])
    }

    @Test func `codes do not use up the cap of emails about changes`() async throws {
        let rig = try await PasswordRig(messageRules: Self.rules([.receiver: 1, .app: 1]))
        _ = try await rig.signUp(1)
        let code = OneTimeCodeRequest.resetPassword(try rig.email(1), as: .link)
        #expect(await refusals(code, code, by: rig).map(\.?.code) == [nil, .rateLimited])
        let link = try await rig.lastCode()
        _ = try await rig.accounts.logins.resetPassword(
            with: .link(link), to: PasswordRig.other, of: rig.app, context: rig.context)
        try await rig.deliver()
        #expect(rig.messages.sent.last?.subject == "Your password was changed")
    }

    @Test func `codes issued to a back end do not count as messages`() async throws {
        let rig = try await PasswordRig(messageRules: Self.rules([.receiver: 1, .app: 1]))
        _ = try await rig.signUp(1)
        for _ in 0..<3 {
            _ = try await rig.accounts.codes.issueCode(
                .resetPassword(try rig.email(1)), of: rig.app, context: rig.context)
        }
    }

    @Test func `codes requested without a session do not use up the signed-in user's cap`() async throws {
        let rig = try await PasswordRig(messageRules: Self.rules([.receiver: 1]))
        let caller = try await rig.caller(try await rig.signUp())
        let order = OneTimeCodeRequest.signIn(try rig.email())
        let own = OneTimeCodeRequest.verify(try rig.email(), of: caller.session.account, askedIn: caller.session.id)
        let refused = await refusals(order, order, own, own, by: rig)
        #expect(refused.map(\.?.cap?.scope) == [nil, .receiver, nil, .receiver])
    }

    @Test(arguments: [MessageCaps.Scope.receiver, .app])
    func `other devices do not use up the cap of a known device`(scope: MessageCaps.Scope) async throws {
        let rig = try await PasswordRig(limiter: RateLimiter.frozen(), messageRules: Self.rules([scope: 5]))
        _ = try await rig.signUp()
        let token = rig.accounts.codes.deviceToken(for: try rig.email(), in: rig.app)
        let order = OneTimeCodeRequest.resetPassword(try rig.email())
        // Both the cap and the name's throttle are exhausted.
        for _ in 0..<5 { #expect(await refusals(order, by: rig).compactMap { $0 }.isEmpty) }
        #expect(await refusals(order, by: rig).first??.code == .rateLimited)
        let other = rig.accounts.codes.deviceToken(for: try rig.email(2), in: rig.app)
        for (device, isFree) in [(other, false), (Secret("dt_none"), false), (token, true)] {
            let context = RequestContext(requestID: "test", client: rig.context.client, device: device)
            let refused = try await rig.refusal {
                try await rig.accounts.codes.sendCode(order, of: rig.app, context: context)
            }
            #expect((refused == nil) == isFree)
        }
    }

    @Test func `requests by other users for an email address do not block its owner's codes`() async throws {
        let rig = try await PasswordRig(limiter: RateLimiter.frozen(), messageRules: Self.rules([.receiver: 9]))
        let owner = try await rig.caller(try await rig.signUp())
        let thief = try await rig.caller(try await rig.signUp(2))
        let email = try rig.email()
        let next = OneTimeCodeRequest.changeEmail(to: email, of: thief.session.account, askedIn: thief.session.id)
        for order in [OneTimeCodeRequest.signIn(email), next] {
            for _ in 0..<5 { #expect(await refusals(order, by: rig).compactMap { $0 }.isEmpty) }
            #expect(await refusals(order, by: rig).first??.code == .rateLimited)
        }
        let own = OneTimeCodeRequest.verify(email, of: owner.session.account, askedIn: owner.session.id)
        #expect(await refusals(own, by: rig).compactMap { $0 }.isEmpty)
    }

    @Test func `codes for an unknown device do not use up a known device's SMS cap`() async throws {
        let rules = Self.rules([.receiver: 1])
        let rig = try await FactorRig(limiter: RateLimiter.frozen(), messageRules: rules, passwords: PasswordPolicy())
        let caller = try await rig.person()
        _ = try await rig.addPhone(to: caller)
        let email = try #require(EmailAddress("test.user.1@example.com"))
        let account = caller.session.account
        try await rig.storage.engine.write { [rig] transaction throws(StorageError) in
            let now = rig.storage.clock.now
            try transaction.insert(
                LocalCredential(
                    app: rig.app.id, kind: .email, name: email.description, account: account, createdAt: now,
                    verifiedAt: now, password: PasswordHash("$argon2id$none")))
        }
        let token = rig.accounts.codes.deviceToken(for: email, in: rig.app)
        let pending = try await rig.pending { _ = try await rig.signIn() }
        func send(_ device: Secret?) async throws -> AccountError? {
            let context = RequestContext(requestID: "test", client: rig.context.client, device: device)
            return try await rig.refusal {
                try await rig.accounts.secondFactors.sendSecondFactorCode(
                    for: pending, factor: nil, to: rig.app, context: context)
            }
        }
        for device in [nil, token] {
            #expect(try await send(device) == nil)
            #expect(try await send(device)?.cap?.scope == .receiver)
        }
    }

    @Test(arguments: MessageCaps.Scope.allCases)
    func `sign-in codes do not use up the SMS cap of a second factor`(scope: MessageCaps.Scope) async throws {
        let rules = Self.rules([scope: 1])
        let rig = try await FactorRig(messageRules: rules, passwords: PasswordPolicy(allowsPhones: true))
        let caller = try await rig.person()
        _ = try await rig.addPhone(to: caller)
        let number = try #require(FactorRig.number)
        var asked: AccountError?
        for _ in 0..<2 {
            asked = try await rig.refusal {
                try await rig.accounts.codes.sendCode(.signIn(number), of: rig.app, context: rig.context)
            }
        }
        #expect(asked?.cap?.scope == scope)
        let pending = try await rig.pending { _ = try await rig.signIn() }
        try await rig.accounts.secondFactors.sendSecondFactorCode(
            for: pending, factor: nil, to: rig.app, context: rig.context)
        let again = try await rig.refusal {
            try await rig.accounts.secondFactors.sendSecondFactorCode(
                for: pending, factor: nil, to: rig.app, context: rig.context)
        }
        #expect(again?.cap?.scope == scope)
        _ = try await rig.accounts.secondFactors.signIn(
            pending, showing: .code(try await rig.text()), to: rig.app, context: rig.context)
    }

    @Test func `a phone number of another country is rejected for sign-in and as a second factor`() async throws {
        let abroad = try number(country: "+49")
        let open = try await PasswordRig(Self.policy)
        try await open.accounts.codes.sendCode(.signIn(abroad), of: open.app, context: open.context)
        _ = try await open.accounts.logins.signIn(
            with: .digits(try await open.lastCode(), .signIn, .phone, abroad.description), to: open.app,
            context: open.context)
        let rules = Self.rules([:], countries: .only([try #require(CallingPrefix("+33"))]))
        let accounts = try await PasswordRig.system(open.storage, open.apple, open.messages, messageRules: rules)
        for unreachable in [abroad, try number(2, country: "+49")] {
            let refused = try await open.refusal {
                try await accounts.codes.sendCode(.signIn(unreachable), of: open.app, context: open.context)
            }
            #expect(refused?.code == .providerRequired && refused?.field == "phone")
        }
        try await accounts.codes.sendCode(.signIn(try number()), of: open.app, context: open.context)
        let rig = try await FactorRig(messageRules: rules)
        let caller = try await rig.person()
        let factor = try await rig.refusal {
            _ = try await rig.accounts.secondFactors.startFactorEnrollment(
                .phone(abroad), of: caller, context: rig.context)
        }
        #expect(factor?.code == .providerRequired && factor?.field == "phone")
    }
}
