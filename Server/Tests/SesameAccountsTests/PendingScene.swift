import Foundation
import SesameCore
import SesameSQLite
import Testing

@testable import SesameAccounts

/// A combination of one account, one pending code and one event.
struct PendingScene {
    typealias Thing = PendingTests.Thing
    typealias Event = PendingTests.Event

    let rig: FactorRig
    let event: Event
    let thing: Thing
    let caller: Caller
    private let verifier = Secret(String(repeating: "v", count: 43))
    private static let browser = Secret("browser")
    private let redirect = "com.example.authservice:/callback"
    private let email: EmailAddress
    private let number: PhoneNumber

    private var account: AccountID { caller.session.account }

    init(_ event: Event, _ thing: Thing) async throws {
        (self.event, self.thing) = (event, thing)
        rig = try await FactorRig(passwords: PasswordPolicy(allowsPhones: true))
        email = try #require(EmailAddress("test.user.1@example.com"))
        number = try #require(PhoneNumber("+33612345670"))
        let first = thing == .undo ? try #require(EmailAddress("test.user.0@example.com")) : email
        let result = try await rig.accounts.logins.signUp(
            email: first, password: PasswordRig.password, to: rig.app, context: rig.context)
        caller = try await rig.caller(result.tokens(rig.accounts).accessToken)
        guard thing == .undo else { return }
        try await verify(first)
        try await change(to: email)
    }

    /// Returns true if the pending code is still valid after the event; nil if the code and the event cannot occur
    /// together.
    func play() async throws -> Bool? {
        guard canMeet else { return nil }
        if event != .addressClaimed, event != .addressVerified, thing != .undo { try await verify(email) }
        if needsNumber { try await addNumber() }
        if needsIdentity { try await link("a") }
        // Advances the clock, so that the two events have different times.
        rig.storage.clock.advance(by: 1)
        if event == .unmerged { try await merge() }
        var factor: Secret?
        if needsFactor { factor = try await rig.addApp(to: caller) }
        if thing == .factorText { _ = try await rig.addPhone(to: caller) }
        let redeem = try await promise(factor)
        rig.storage.clock.advance(by: 1)
        try await happen(factor)
        rig.storage.clock.advance(by: 1)
        return try await redeem()
    }

    private var canMeet: Bool {
        switch (thing, event) {
        // An unproved address cannot exist beside a second factor.
        case (.halfSignIn, .addressVerified), (.halfSignIn, .addressClaimed), (.enrollment, .addressVerified),
            (.enrollment, .addressClaimed), (.factorText, .addressVerified), (.factorText, .addressClaimed),
            (.undoFactor, .addressVerified), (.undoFactor, .addressClaimed), (.undoMethod, .addressVerified),
            (.undoMethod, .addressClaimed), (.browserHalf, .addressVerified), (.browserHalf, .addressClaimed):
            false
        // Only a proved address gets the undo link, and no merge is undone before that.
        case (.undo, .addressVerified), (.undo, .addressClaimed), (.undo, .unmerged): false
        case (.conflict, .merged), (.conflict, .unmerged): false
        // A decision about two accounts is refused before there is a ticket if one of them has a second factor. A
        // decision also needs an identity of the provider, of which an account has at most one.
        case (.conflict, .factorRemoved), (.conflict, .identityLinked): false
        // An account has at most one identity of a provider.
        case (.browserLink, .identityLinked), (.browserLink, .identityUnlinked), (.browserLink, .consentRevoked),
            (.browserLink, .addressRemoved), (.browserLink, .merged), (.browserLink, .unmerged):
            false
        // The code is valid for a minute, whereas a token counts as old only after more than a minute.
        case (.browserLink, .tokenReused): false
        default: true
        }
    }

    private var needsNumber: Bool { thing == .text || thing == .undoMethod || event == .numberRemoved }
    private var needsIdentity: Bool {
        thing == .conflict || [.identityUnlinked, .consentRevoked, .addressRemoved].contains(event)
    }
    private var needsFactor: Bool {
        [.halfSignIn, .browserHalf, .undoFactor].contains(thing) || event == .factorRemoved
    }

    // MARK: What waits

    /// Creates the pending code, and returns a closure that redeems the code and returns true if the code was still
    /// valid.
    private func promise(_ factor: Secret?) async throws -> () async throws -> Bool {
        let (accounts, app, context) = (rig.accounts, rig.app, rig.context)
        switch thing {
        case .verification:
            let code = try await mail(.verify(email, of: account, askedIn: caller.session.id))
            return {
                try await works { _ = try await accounts.logins.verify(with: .link(code), of: app, context: context) }
            }
        case .reset:
            let code = try await mail(.resetPassword(email))
            return {
                try await works {
                    _ = try await accounts.logins.resetPassword(
                        with: .link(code), to: Secret("nine tall brown trees"), of: app, context: context)
                }
            }
        case .signInMail:
            let code = try await mail(.signIn(email))
            return {
                try await signsIn { _ = try await accounts.logins.signIn(with: .link(code), to: app, context: context) }
            }
        case .change:
            let other = try #require(EmailAddress("test.user.2@example.com"))
            let code = try await mail(.changeEmail(to: other, of: account, askedIn: caller.session.id))
            return {
                try await works { _ = try await accounts.logins.verify(with: .link(code), of: app, context: context) }
            }
        case .undo, .undoMethod, .undoFactor:
            let subject =
                switch thing {
                case .undoMethod: "A sign-in method was added"
                case .undoFactor: "A second factor was added"
                default: "Your address was changed"
                }
            let code = try await lastLink(about: subject)
            return {
                try await works {
                    _ = try await accounts.logins.undoChange(with: .link(code), of: app, context: context)
                }
            }
        case .text:
            try await accounts.codes.sendCode(.signIn(number), of: app, context: context)
            let code = PresentedCode.digits(try await rig.text(), .signIn, .phone, number.description)
            return {
                try await signsIn {
                    _ = try await accounts.logins.signIn(with: code, to: app, for: .known, context: context)
                }
            }
        case .factorText:
            try await accounts.secondFactors.sendSecondFactorCode(to: caller, factor: nil, context: context)
            let code = try await rig.text()
            return {
                return try await works {
                    let other = try await rig.caller(try await secondSession().accessToken)
                    _ = try await accounts.secondFactors.reauthenticate(other, showing: .code(code), context: context)
                }
            }
        case .halfSignIn:
            let pending = try await rig.pending { _ = try await signInWithPassword() }
            let secret = try #require(factor)
            return {
                try await works { _ = try await rig.show(.code(try rig.code(secret, later: 30)), pending) }
            }
        case .browserHalf:
            guard case .factor(_, _, let next) = try await signInWithBrowser() else {
                return { throw NothingWaits() }
            }
            let secret = try #require(factor)
            return {
                try await works { _ = try await show(.code(try rig.code(secret, later: 30)), next) }
            }
        case .browserLink:
            let code = try await rig.bring("brought", toBeLinkedIn: caller, for: client)
            return {
                try await works {
                    _ = try await accounts.authorization.link(
                        code: code, to: caller, redirectURI: redirect, verifier: verifier, context: context)
                }
            }
        case .browserCode:
            var end = try await signInWithBrowser()
            if case .factor(_, _, let next) = end {
                end = try await show(.code(try rig.code(try #require(factor))), next)
            }
            guard case .client(_, let given) = end else { return { throw NothingWaits() } }
            return {
                try await works {
                    _ = try await accounts.authorization.redeem(
                        given, client: app, redirectURI: redirect, verifier: verifier, context: context)
                }
            }
        case .grant:
            let granted = try await accounts.grants.createSignInToken(
                to: account, in: app, length: 64, lifetime: 900, context: context)
            return {
                try await works {
                    _ = try await accounts.grants.signIn(
                        granted: granted.secret, account: account, to: app, context: context)
                }
            }
        case .enrollment:
            let kind: FactorEnrollmentRequest = needsFactor ? .phone(try #require(FactorRig.number)) : .totp
            let begun = try await accounts.secondFactors.startFactorEnrollment(kind, of: caller, context: context)
            let text = needsFactor ? try await rig.text() : nil
            return {
                try await works {
                    let code = if let text { text } else { try rig.code(try #require(begun.secret).text) }
                    _ = try await accounts.secondFactors.finishFactorEnrollment(
                        kind.kind, with: code, of: caller, context: context)
                }
            }
        case .conflict:
            // Another user's session presents the account's identity, and may decide about the accounts.
            let other = try await rig.caller(
                try await accounts.logins.signUp(
                    email: try #require(EmailAddress("test.user.3@example.com")), password: PasswordRig.password,
                    to: app, context: context
                ).tokens(rig.accounts).accessToken)
            let refused = try await rig.refusal { try await link("a", to: other) }
            let ticket = try #require(refused?.conflict).ticket
            return {
                try await works {
                    _ = try await accounts.linking.resolveConflict(.switch, with: ticket, of: other, context: context)
                }
            }
        case .refreshToken:
            let other = try await rig.caller(try await secondSession().accessToken)
            return {
                try await rig.storage.engine.read { reader throws(StorageError) in
                    try reader.sessionState(other.session.id)
                }.map { $0.session.isLive(at: rig.storage.clock.now) && $0.disabledAt == nil } ?? false
            }
        }
    }

    private func mail(_ order: OneTimeCodeRequest) async throws -> Secret {
        try await rig.accounts.codes.sendCode(order, of: rig.app, context: rig.context)
        return try await lastLink()
    }

    private func lastLink(about subject: String? = nil) async throws -> Secret {
        try await rig.deliver()
        let links = rig.messages.sent.filter { $0.body.contains("code=") }
        let body = try #require(links.last { subject == nil || $0.subject == subject }).body
        let link = try #require(body.split(whereSeparator: \.isWhitespace).first { $0.contains("code=") })
        return Secret(String(link.split(separator: "=").last ?? ""))
    }

    private func works(_ work: () async throws -> Void) async throws -> Bool {
        try await rig.refusal(work) == nil
    }

    /// Returns true if the code signs in to the account, at least up to its second factor.
    private func signsIn(_ work: () async throws -> Void) async throws -> Bool {
        let refusal = try await rig.refusal(work)
        return refusal == nil || refusal?.code == .secondFactorRequired
    }

    private func signInWithPassword() async throws -> SignIn {
        try await rig.accounts.logins.signIn(
            email: email, password: PasswordRig.password, to: rig.app, context: rig.context)
    }

    private struct NothingWaits: Error {}

    private var client: ClientRequest {
        ClientRequest(redirectURI: redirect, state: nil, challenge: CodeChallenge(of: verifier), role: nil)
    }

    private func signInWithBrowser() async throws -> FlowResult {
        try await rig.accounts.authorization.signIn(
            email: email, password: PasswordRig.password, to: rig.app, role: nil, for: client,
            browser: Self.browser, context: rig.context)
    }

    private func show(_ shown: SecondFactorInput, _ next: Secret) async throws -> FlowResult {
        try await rig.accounts.authorization.finishFlow(
            next, showing: shown, browser: Self.browser, apps: AppDirectory([rig.app]), context: rig.context)
    }

    private func secondSession() async throws -> SessionTokens {
        let granted = try await rig.accounts.grants.createSignInToken(
            to: account, in: rig.app, length: 64, lifetime: 900, context: rig.context)
        return try await rig.accounts.grants.signIn(
            granted: granted.secret, account: account, to: rig.app, context: rig.context
        ).tokens(rig.accounts)
    }

    // MARK: What happens

    private func verify(_ address: EmailAddress) async throws {
        let code = try await mail(.verify(address, of: account, askedIn: caller.session.id))
        _ = try await rig.accounts.logins.verify(
            with: .link(code), of: rig.app, by: .caller(caller), context: rig.context)
    }

    private func change(to address: EmailAddress) async throws {
        let code = try await mail(.changeEmail(to: address, of: account, askedIn: caller.session.id))
        _ = try await rig.accounts.logins.verify(
            with: .link(code), of: rig.app, by: .caller(caller), context: rig.context)
    }

    private func addNumber() async throws {
        try await rig.accounts.codes.sendCode(.signIn(number), of: rig.app, context: rig.context)
        let code = PresentedCode.digits(try await rig.text(), .signIn, .phone, number.description)
        _ = try await rig.accounts.logins.link(with: code, to: caller, context: rig.context)
    }

    private func link(
        _ subject: String, to caller: Caller? = nil, onConflict: ConflictPolicy = .fail
    ) async throws {
        let caller = caller ?? self.caller
        let nonce = rig.accounts.providers.issueNonce(for: caller)
        let credential = ProviderCredential(
            provider: .apple, idToken: try rig.apple.token(subject, nonce: Nonce(nonce).sha256Hex), nonce: nonce)
        _ = try await rig.accounts.linking.link(credential, to: caller, onConflict: onConflict, context: rig.context)
    }

    private func merge() async throws {
        _ = try await rig.signIn("merged")
        rig.storage.clock.advance(by: 1)
        try await link("merged", onConflict: .merge)
    }

    private func happen(_ factor: Secret?) async throws {
        let (accounts, app, context) = (rig.accounts, rig.app, rig.context)
        switch event {
        case .passwordReset:
            let code = try await mail(.resetPassword(email))
            _ = try await accounts.logins.resetPassword(
                with: .link(code), to: PasswordRig.other, of: app, context: context)
        case .passwordChanged:
            _ = try await accounts.logins.changePassword(of: caller, to: PasswordRig.other, context: context)
        case .passwordOfOperator: try await order { $0.password = PasswordRig.other }
        case .passwordRemoved:
            try await order {
                $0.removal = .password
                $0.isVouchedFor = true
            }
        case .addressVerified: try await verify(email)
        case .addressChanged:
            let other = try #require(EmailAddress("test.user.4@example.com"))
            try await change(to: other)
        case .addressRemoved: try await accounts.logins.removeCredential(.email, from: caller, context: context)
        case .addressClaimed:
            let code = try await mail(.signIn(email))
            _ = try await accounts.logins.signIn(with: .link(code), to: app, context: context)
        case .numberAdded: try await addOtherNumber()
        case .numberRemoved: try await accounts.logins.removeCredential(.phone, from: caller, context: context)
        case .identityLinked: try await link("b")
        case .identityUnlinked: try await accounts.linking.unlink(.apple, from: caller, context: context)
        case .factorAdded:
            if thing == .enrollment || needsFactor {
                _ = try await rig.addPhone(to: caller)
            } else {
                _ = try await rig.addApp(to: caller)
            }
        case .factorRemoved:
            let id = try #require(try await rig.factors(of: caller).first { $0.kind == .totp }).id
            try await accounts.secondFactors.removeFactor(id, from: caller, context: context)
        case .signedOut:
            let other = try await rig.caller(try await secondSession().accessToken)
            try await accounts.sessions.endSession(other.session.id, of: other, context: context)
        case .otherEnded:
            let other = try await rig.caller(try await secondSession().accessToken)
            try await accounts.sessions.endSession(other.session.id, of: caller, context: context)
        case .othersEnded: try await accounts.sessions.endOtherSessions(of: caller, context: context)
        case .sessionsRevoked: try await accounts.sessions.revokeSessions(of: account, in: app.id, context: context)
        case .tokensRevoked:
            let now = rig.storage.clock.now
            try await order { $0.tokensValidAfter = now }
        case .tokenReused:
            let tokens = try await secondSession()
            var newest = tokens
            for _ in 0..<3 {
                rig.storage.clock.advance(by: 60)
                newest = try await accounts.sessions.refresh(
                    newest.refreshToken, app: app, apps: AppDirectory([app]), context: context)
            }
            let refusal = try await rig.refusal {
                _ = try await accounts.sessions.refresh(
                    tokens.refreshToken, app: app, apps: AppDirectory([app]), context: context)
            }
            #expect(refusal?.code == .sessionRevoked)
        case .disabled:
            _ = try await accounts.operators.disable(account, in: app.id, context: context)
            _ = try await accounts.operators.enable(account, in: app.id, context: context)
        case .merged: try await merge()
        case .unmerged: _ = try await accounts.linking.undoMerge(of: caller, context: context)
        case .consentRevoked:
            let notification = try rig.apple.notification("consent-revoked", of: "a")
            _ = try await accounts.notifications.handle(
                notification: notification, from: .apple, apps: AppDirectory([app]), context: context)
        case .deleted: _ = try await accounts.deletion.delete(account, in: app.id, context: context)
        }
    }

    private func addOtherNumber() async throws {
        let other = try #require(PhoneNumber("+33612345671"))
        try await rig.accounts.codes.sendCode(.signIn(other), of: rig.app, context: rig.context)
        let code = PresentedCode.digits(try await rig.text(), .signIn, .phone, other.description)
        _ = try await rig.accounts.logins.addCredential(.phone, with: code, to: caller, context: rig.context)
    }

    private func order(_ change: (inout AccountUpdate) -> Void) async throws {
        var order = AccountUpdate()
        change(&order)
        _ = try await rig.accounts.operators.change(account, by: order, with: .all, in: rig.app, context: rig.context)
    }
}
