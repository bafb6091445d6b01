import Foundation
import SesameCore
import SesameSQLite
import Testing

@testable import SesameAccounts

/// Tests of second factors and recovery codes that a back end sets.
struct FactorInputTests {
    private let rig: FactorRig

    init() async throws { rig = try await FactorRig() }

    private func state(
        _ factors: [AccountUpdate.FactorInput]?, of account: AccountID
    ) async throws -> [SecondFactor] {
        var order = AccountUpdate()
        order.factors = factors
        return try await rig.accounts.operators.change(
            account, by: order, with: .all, in: rig.app, context: rig.context
        ).view
            .factors
    }

    private func phone(_ number: String, id: String? = nil) throws -> AccountUpdate.FactorInput {
        let known: PhoneNumber = try #require(PhoneNumber(number))
        return AccountUpdate.FactorInput(id: id, displayName: nil, number: known)
    }

    @Test func `an update without second factors leaves them, and an empty list removes them`() async throws {
        let caller = try await rig.person()
        _ = try await rig.addApp(to: caller)
        _ = try await rig.accounts.secondFactors.generateRecoveryCodes(of: caller, context: rig.context)
        let account = caller.session.account
        #expect(try await state(nil, of: account).count == 1)
        #expect(try await state([], of: account).isEmpty)
        #expect(try await rig.accounts.secondFactors.recoveryCodesLeft(of: caller) == 0)
        #expect(try await rig.events(of: account).last == .secondFactorRemoved)
        _ = try await rig.signIn()
    }

    @Test func `a back end cannot make a phone number both a sign-in method and a second factor`() async throws {
        let account = try await rig.person().session.account
        func write(_ phone: AccountUpdate.FieldUpdate<PhoneNumber>, _ factors: [String]?) async throws -> AuthError
            .Code?
        {
            var order = AccountUpdate()
            order.phone = phone
            order.factors = try factors?.map { try self.phone($0) }
            return try await rig.errorCode { [order] in
                _ = try await rig.accounts.operators.change(
                    account, by: order, with: .all, in: rig.app, context: rig.context)
            }
        }
        let (one, two) = ("+33612345678", "+33612345679")
        let (number, other) = (try #require(PhoneNumber(one)), try #require(PhoneNumber(two)))
        #expect(try await write(.set(number), [one]) == .invalidTransition)
        #expect(try await write(.set(number), [two]) == nil)
        #expect(try await write(.keep, [one]) == .invalidTransition)
        #expect(try await write(.set(other), nil) == .invalidTransition)
        #expect(try await write(.keep, nil) == nil)
        #expect(try await write(.remove, [one]) == nil)
        #expect(try await write(.set(number), nil) == .invalidTransition)
    }

    @Test func `a second factor set by a back end voids recovery codes from a user's session`() async throws {
        let caller = try await rig.person()
        _ = try await rig.accounts.secondFactors.generateRecoveryCodes(.first, of: caller, context: rig.context)
        _ = try await state([try phone("+33612345678")], of: caller.session.account)
        #expect(try await rig.accounts.secondFactors.recoveryCodesLeft(of: caller.session.account, in: rig.app.id) == 0)
    }

    @Test func `a back end creates first recovery codes once and can replace existing ones`() async throws {
        let caller = try await rig.person()
        let (account, app) = (caller.session.account, rig.app.id)
        func make(_ making: RecoveryCodes.Making) async throws -> [Secret]? {
            try await rig.accounts.secondFactors.generateRecoveryCodes(
                making, of: account, in: app, context: rig.context)
        }
        #expect(try await make(.again) == nil)
        let first = try #require(try await make(.first))
        #expect(first.count == RecoveryCodes.countPerSet)
        #expect(try await make(.first) == nil)
        #expect(
            try await rig.accounts.secondFactors.recoveryCodesLeft(of: account, in: app) == RecoveryCodes.countPerSet)
        let kept = try await rig.storage.engine.read { reader throws(StorageError) in
            try reader.recoveryCodes(of: account, in: app)?.digests
        }
        let second = try #require(try await make(.again))
        #expect(Set(first.map(\.exposed)).isDisjoint(with: second.map(\.exposed)))
        let replaced = try await rig.storage.engine.read { reader throws(StorageError) in
            try reader.recoveryCodes(of: account, in: app)?.digests
        }
        #expect(kept != replaced && replaced?.count == RecoveryCodes.countPerSet)
        #expect(try await rig.events(of: account).suffix(2) == [.recoveryCodesMade, .recoveryCodesMade])
        let nobody = try await rig.refusal {
            _ = try await rig.accounts.secondFactors.generateRecoveryCodes(
                .first, of: AccountID("nobody"), in: app, context: rig.context)
        }
        #expect(nobody?.code == .notFound)
    }

    @Test func `a back end can rename an authenticator app by its id but not create one`() async throws {
        let caller = try await rig.person()
        let secret = try await rig.addApp(to: caller)
        let app = try #require(try await rig.factors(of: caller).first)
        let kept = AccountUpdate.FactorInput(id: app.id, displayName: "renamed", number: nil)
        let factors = try await state([kept, try phone("+33612345678")], of: app.account)
        #expect(factors.map(\.kind) == [.totp, .phone] && factors.first?.displayName == "renamed")
        let pending = try await rig.pending { _ = try await rig.signIn() }
        _ = try await rig.show(.code(try rig.code(secret)), pending)
        for wrong in ["nobody's", nil] as [String?] {
            let stated = AccountUpdate.FactorInput(id: wrong, displayName: nil, number: nil)
            #expect(try await rig.errorCode { _ = try await state([stated], of: app.account) } == .invalidRequest)
        }
        let turned = try phone("+33612345679", id: app.id)
        #expect(try await rig.errorCode { _ = try await state([turned], of: app.account) } == .invalidRequest)
        #expect(try await rig.factors(of: caller).map(\.id) == factors.map(\.id))
    }

    @Test func `duplicate phone numbers or ids and more than five second factors are rejected`() async throws {
        let account = try await rig.person().session.account
        let lists = [
            [try phone("+33612345678"), try phone("+33612345678")],
            [try phone("+33612345678", id: "1"), try phone("+33612345679", id: "1")],
            try (1...6).map { try phone("+3361234567\($0)") }, [try phone("+33612345678", id: "")],
        ]
        for list in lists {
            let refusal = try await rig.refusal { _ = try await state(list, of: account) }
            #expect(refusal?.code == .invalidRequest && refusal?.field == AccountError.factorField)
        }
        #expect(try await state(nil, of: account).isEmpty)
    }

    private func change(
        _ account: AccountID, _ fill: (inout AccountUpdate) throws -> Void
    ) async throws -> AccountError? {
        var order = AccountUpdate()
        try fill(&order)
        return try await rig.refusal { [order] in
            _ = try await rig.accounts.operators.change(
                account, by: order, with: .all, in: rig.app, context: rig.context)
        }
    }

    @Test func `an email address beside a second factor must be stated as verified`() async throws {
        let account = try await rig.person().session.account
        let (first, second) = (EmailAddress("1@example.com"), EmailAddress("2@example.com"))
        _ = try await state([try phone("+33612345678")], of: account)
        let orders: [(inout AccountUpdate) -> Void] = [
            { $0.email = second },
            { ($0.email, $0.isEmailVerified) = (second, false) },
        ]
        for order in orders {
            let refusal = try await change(account, order)
            #expect(refusal?.code == .invalidTransition && refusal?.field == "email")
        }
        #expect(try await change(account) { ($0.email, $0.isEmailVerified) = (first, true) } == nil)
        for order in orders { #expect(try await change(account, order)?.field == "email") }
        #expect(try await change(account) { $0.isEmailVerified = false }?.field == "email")
        let view = try await rig.accounts.directory.account(account, in: rig.app.id)
        #expect(view.login(.email)?.name == "1@example.com" && view.login(.email)?.isClaimed == true)
        #expect(view.factors.count == 1)
        // These changes are allowed: the same address, the next one if verified, and any address if the factors are
        // removed.
        #expect(try await change(account) { $0.email = first } == nil)
        #expect(try await change(account) { ($0.email, $0.isEmailVerified) = (second, true) } == nil)
        #expect(try await change(account) { ($0.email, $0.factors) = (first, []) } == nil)
    }

    @Test func `an operator cannot add a second factor beside an unverified email address`() async throws {
        let number = try phone("+33612345678")
        var order = AccountUpdate()
        order.email = EmailAddress("1@example.com")
        let made = try await rig.accounts.operators.createAccount(order, in: rig.app, context: rig.context)
        let account = made.view.account.id
        #expect(try await change(account) { $0.factors = [number] }?.field == "email")
        order.email = EmailAddress("2@example.com")
        order.factors = [number]
        let refusal = try await rig.refusal { [order] in
            _ = try await rig.accounts.operators.createAccount(order, in: rig.app, context: rig.context)
        }
        #expect(refusal?.field == "email")
        #expect(try await change(account) { ($0.factors, $0.isEmailVerified) = ([number], true) } == nil)
    }
}
