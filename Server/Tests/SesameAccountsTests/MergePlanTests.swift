import Foundation
import SesameCore
import Testing

@testable import SesameAccounts

/// Tests of the result of a merge, for many combinations of sign-in methods, roles and profiles.
struct MergePlanTests {
    private static let roles: [String?] = [nil, "A", "B"]
    private static let profiles: [JSONObject] = [
        [:], ["a": "1"], ["a": "2", "b": "1"], ["a": "1", "c": .null], ["\u{E9}": "1"], ["e\u{301}": "2"],
    ]
    private static let providers: [[Provider]] = [[], [.google], [.apple], [.google, .apple]]

    private let app: App
    private let now = Date(timeIntervalSince1970: 1_900_000_000)

    init() throws { app = try #require(TestApp.make()) }

    private func view(
        _ id: String, _ providers: [Provider], role: String? = nil, profile: JSONObject = [:], at seconds: Double = 0,
        allowsEmailLinking: Bool = true
    ) -> AccountRecord {
        let time = Date(timeIntervalSince1970: 1_800_000_000 + seconds)
        let account = Account(
            id: AccountID(id), app: app.id, createdAt: time, lastSignInAt: time, role: role,
            profile: StoredProfile(fields: profile, updatedAt: time),
            allowsEmailLinking: allowsEmailLinking)
        let identities = providers.map { provider in
            Identity(
                app: app.id, provider: provider, subject: "\(id) \(provider)", account: account.id,
                claims: IdentityClaims(email: "\(id)@example.com"), createdAt: time)
        }
        return AccountRecord(account: account, identities: identities)
    }

    private func pairs() -> [(caller: AccountRecord, owner: AccountRecord)] {
        var pairs: [(AccountRecord, AccountRecord)] = []
        for mine in Self.providers {
            for theirs in Self.providers.dropFirst() {
                for (role, other) in Self.roles.flatMap({ role in Self.roles.map { (role, $0) } }) {
                    for (profile, second) in Self.profiles.flatMap({ one in Self.profiles.map { (one, $0) } }) {
                        pairs.append(
                            (
                                view("caller", mine, role: role, profile: profile, at: 1),
                                view("owner", theirs, role: other, profile: second)
                            ))
                    }
                }
            }
        }
        return pairs
    }

    @Test(arguments: [true, false], [true, false])
    func `a merged account is joinable only if both accounts were joinable`(mine: Bool, theirs: Bool) throws {
        let plan = try MergePlan(
            of: view("caller", [.google], allowsEmailLinking: mine),
            with: view("owner", [.apple], allowsEmailLinking: theirs),
            in: app, at: now)
        #expect(plan.result.account.allowsEmailLinking == (mine && theirs))
    }

    @Test func `no plan loses an identity, a role or a profile field`() throws {
        var planned = 0
        for (caller, owner) in pairs() {
            guard let plan = try? MergePlan(of: caller, with: owner, in: app, at: now) else { continue }
            planned += 1
            let identities = Set(plan.result.identities.map(\.subject))
            #expect(identities == Set((caller.identities + owner.identities).map(\.subject)))
            #expect(plan.result.identities.allSatisfy { $0.account == plan.result.account.id })
            #expect(Set(plan.result.identities.map(\.provider)).count == plan.result.identities.count)
            let roles = Set([caller.account.role, owner.account.role].compactMap { $0 })
            #expect(roles.count <= 1 && plan.result.account.role == roles.first)
            let goes = plan.goes == caller.account.id ? caller : owner
            let stays = plan.goes == caller.account.id ? owner : caller
            let profile = plan.result.account.profile.fields
            for member in stays.account.profile.fields.members { #expect(profile[member.name] == member.value) }
            for member in goes.account.profile.fields.members {
                let isOverridden = stays.account.profile.fields[member.name].map { $0 != member.value } ?? false
                #expect(plan.overridden.contains { $0.utf8.elementsEqual(member.name.utf8) } == isOverridden)
                if !isOverridden { #expect(profile[member.name] == member.value) }
            }
            #expect(plan.result.account.createdAt == stays.account.createdAt)
            #expect(plan.result.account.lastSignInAt == caller.account.lastSignInAt)
        }
        #expect(planned > 500)
    }

    @Test func `a guest is absorbed by the other account, and otherwise the caller's account survives`() throws {
        for (caller, owner) in pairs() {
            guard let plan = try? MergePlan(of: caller, with: owner, in: app, at: now) else { continue }
            #expect(plan.result.account.id.description == (caller.isAnonymous ? "owner" : "caller"))
            #expect(plan.goes.description == (caller.isAnonymous ? "caller" : "owner"))
        }
    }

    @Test(
        arguments: [
            (nil, nil, nil), (nil, "A", nil), ("A", nil, nil), ("A", "A", nil), ("A", "B", .roleMismatch),
            ("\u{E9}", "e\u{301}", .roleMismatch),
        ] as [(String?, String?, AuthError.Code?)])
    func `accounts with different roles cannot be merged`(mine: String?, theirs: String?, code: AuthError.Code?) {
        let (caller, owner) = (view("caller", [.google], role: mine), view("owner", [.apple], role: theirs))
        #expect(refusal(caller, owner) == code)
    }

    @Test(
        arguments: [
            ([], [.google], nil), ([], [.google, .apple], nil), ([.google], [.apple], nil),
            ([.google], [.google], .providerAlreadyLinked), ([.google], [.apple, .google], .providerAlreadyLinked),
            ([.google, .apple], [.apple], .providerAlreadyLinked),
        ] as [([Provider], [Provider], AuthError.Code?)])
    func `accounts with identities of the same provider cannot be merged`(
        mine: [Provider], theirs: [Provider], code: AuthError.Code?
    ) {
        #expect(refusal(view("caller", mine), view("owner", theirs)) == code)
    }

    @Test(
        arguments: [("+33612345678", .invalidTransition), ("+33612345679", nil)] as [(String, AuthError.Code?)])
    func `a phone number cannot become both a sign-in method and a second factor`(
        login: String, code: AuthError.Code?
    ) throws {
        let (caller, owner) = (view("caller", [.google]), view("owner", [.apple]))
        let factor = SecondFactor(
            id: "f", app: app.id, account: caller.account.id, displayName: nil, enrolledAt: now,
            credential: .phone(try #require(PhoneNumber("+33612345678"))))
        let phone = LocalCredential(
            app: app.id, kind: .phone, name: login, account: owner.account.id, createdAt: now, verifiedAt: now)
        let withFactor = AccountRecord(
            account: caller.account, identities: caller.identities, factors: [factor])
        let withPhone = AccountRecord(account: owner.account, identities: owner.identities, logins: [phone])
        #expect(refusal(withFactor, withPhone) == code)
    }

    private func refusal(_ caller: AccountRecord, _ owner: AccountRecord) -> AuthError.Code? {
        do throws(AccountError) {
            _ = try MergePlan(of: caller, with: owner, in: app, at: now)
            return nil
        } catch {
            return error.code
        }
    }
}
